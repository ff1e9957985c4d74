import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '@/shared/i18n/en';
import { zhCN } from '@/shared/i18n/zh-CN';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const out = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') out.set(`${prefix}${key}`, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) out.set(inner, text);
  }
  return out;
}

/** Plural forms differ by language; the key they belong to does not. */
const stem = (key: string): string => key.replace(/_(one|other)$/, '');
const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

const english = flatten(en);
const chinese = flatten(zhCN);

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

describe('words', () => {
  it('are the same keys in both languages', () => {
    const keys = (map: Map<string, string>): string[] => [...new Set([...map.keys()].map(stem))].sort();
    expect(keys(chinese)).toEqual(keys(english));
  });

  it('have the forms their language needs', () => {
    for (const key of english.keys()) {
      if (key.endsWith('_one')) expect(english.has(`${stem(key)}_other`), key).toBe(true);
    }
    expect([...chinese.keys()].filter((key) => key.endsWith('_one'))).toEqual([]);
  });

  it('fill the same holes, a Chinese numeral standing for a number', () => {
    for (const [key, text] of chinese) {
      const twin = english.get(key) ?? english.get(`${stem(key)}_other`) ?? '';
      const expected = holes(twin).map((hole) => (text.includes('{{han}}') && hole === 'number' ? 'han' : hole));
      expect(holes(text), key).toEqual(expected.sort());
    }
  });

  it('are never empty, and the Chinese ones use full-width stops', () => {
    for (const [key, text] of [...english, ...chinese]) expect(text.trim(), key).not.toBe('');
    for (const [key, text] of chinese) expect(/[\u4e00-\u9fff][,;!?]/.test(text), key).toBe(false);
  });

  it('are all used', () => {
    const code = sources('src')
      .filter((path) => !path.includes('/i18n/'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const unused = [...new Set([...english.keys()].map(stem))].filter((key) => !code.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });
});

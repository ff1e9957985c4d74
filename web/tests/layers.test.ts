import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const LAYERS = ['app', 'pages', 'widgets', 'features', 'entities', 'shared'];

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

/** Imports that climb to a higher layer, or sideways into another slice of the same one. */
export function wrongImports(path: string, source: string): string[] {
  const [layer = '', slice = ''] = path.split('/');
  const rank = LAYERS.indexOf(layer);
  const wrong: string[] = [];
  for (const match of source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const target = match[1] ?? '';
    if (target.startsWith('../')) wrong.push(`${path}: ${target} (use @/)`);
    if (!target.startsWith('@/')) continue;
    const [to = '', toSlice = ''] = target.slice(2).split('/');
    const toRank = LAYERS.indexOf(to);
    if (toRank < 0 || toRank < rank) wrong.push(`${path}: ${target}`);
    else if (toRank === rank && toSlice !== slice && layer !== 'shared' && layer !== 'app' && layer !== 'entities') wrong.push(`${path}: ${target}`);
  }
  return wrong;
}

const sources = files('src').filter((path) => /\.(ts|tsx)$/.test(path));

describe('layers', () => {
  it('import downward only', () => {
    const wrong = sources.flatMap((path) => wrongImports(relative('src', path), readFileSync(path, 'utf8')));
    expect(wrong).toEqual([]);
  });

  it('would be caught climbing', () => {
    expect(wrongImports('shared/ui/x.ts', "import { a } from '@/features/talk/a';")).toHaveLength(1);
    expect(wrongImports('features/talk/x.ts', "import { a } from '@/features/text/a';")).toHaveLength(1);
    expect(wrongImports('pages/shelf/x.ts', "import { a } from '../reader/a';")).toHaveLength(1);
    expect(wrongImports('pages/shelf/x.ts', "import { a } from '@/entities/book/a';")).toHaveLength(0);
  });

  it('have no barrel files and no file over 400 lines', () => {
    expect(sources.filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
    const long = files('src').filter((path) => /\.(ts|tsx|css)$/.test(path) && readFileSync(path, 'utf8').split('\n').length > 401);
    expect(long).toEqual([]);
  });

  it('never write markup from a string', () => {
    const unsafe = /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/;
    expect(sources.filter((path) => unsafe.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});

describe('effects', () => {
  it('never return what they happen to call: newer browsers give back a promise from scrolling', () => {
    const loose = /use(Layout)?Effect\(\(\) => [^{(]/;
    expect(loose.test('useEffect(() => box.scrollIntoView(), []);')).toBe(true);
    expect(sources.filter((path) => loose.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { said } from '@/shared/i18n/said';
import sentences from '@/shared/i18n/said-zh.json';

const chinese = (message: string): string => said(message, 'zh-CN');

describe('what the server says', () => {
  it('stays as it is in English', () => {
    expect(said('Sign in first.', 'en')).toBe('Sign in first.');
  });

  it('is told whole, and with what fills its places', () => {
    expect(chinese('Sign in first.')).toBe('请先登录。');
    expect(chinese('The PDF has more than 3000 pages. Split it.')).toBe('这个 PDF 超过 3000 页，请把它拆分。');
    expect(chinese('The book has 9001 chapters; 5000 is the most that can be imported. Split the file.')).toBe(
      '这本书有 9001 章，最多能导入 5000 章。请把文件拆分。',
    );
  });

  it('is left alone where nobody wrote its Chinese', () => {
    for (const message of ['', 'Nobody ever wrote this sentence.', 'The PDF has more than 3000 pages. Split it. Now.', '这本书']) {
      expect(chinese(message)).toBe(message);
    }
  });

  it('tells the words that fill a place too, but not a name', () => {
    expect(chinese('The file name says EPUB, but the content is a PNG picture, not EPUB. Correct the file name, or export the book again.')).toBe(
      '文件名说它是 EPUB，内容却是 PNG 图片，不是 EPUB。请改正文件名，或重新导出这本书。',
    );
    expect(chinese("A part of the book was left out: 'text/a, b.xhtml' is missing.")).toBe("书里有一部分没有收进来：'text/a, b.xhtml' 不在包里。");
    expect(chinese('Encoding: read as gb18030, the likeliest guess, but big5 also fits; choose the encoding if it looks wrong.')).toBe(
      '编码：按最像的 gb18030 读取，但 big5 也说得通；看着不对就自己选编码。',
    );
  });

  it('keeps the field of a refused request, and counts the rest', () => {
    expect(chinese('"title" is not valid: String should have at most 500 characters. (2 more things are not valid.)')).toBe(
      '"title" 不对：最多 500 个字符。（另有 2 处不对。）',
    );
    expect(chinese('A field is not valid.')).toBe('有一项 不对。');
  });

  it('tells labels and enumerations', () => {
    expect(chinese('New character “Anna Bell”')).toBe('新建人物“Anna Bell”');
    expect(chinese('Took back 2 entries, 1 chapter, 3 changes of the world.')).toBe('撤回了 2 个段落、1 章、3 处世界改动。');
    expect(chinese('The chapter numbers of the source do not run on: 3 is followed by 5; 9 is followed by 12.')).toBe(
      '原书的章号不连续：3 之后是 5；9 之后是 12。',
    );
  });

  it('prefers the sentence with most words of its own', () => {
    expect(chinese('There is nothing readable in this EPUB: its pages hold no text.')).toBe('这个 EPUB 里没有可读的东西：页面上没有文字。');
  });

  it('does not take what is put in for a place of its own', () => {
    expect(chinese('Unknown encoding {1}. Choose one of: {0}.')).toBe('没有 {1} 这种编码。可以选：{0}。');
  });

  it('ends, however long or odd the message is', () => {
    const long = `There is no such row of ${', x'.repeat(400)}.`;
    expect(chinese(long)).toContain('里没有这一行');
    expect(chinese(`Encoding: ${'a'.repeat(3000)}.`)).toContain('Encoding');
    expect(chinese(' is followed by '.repeat(120))).not.toBe('');
  });
});

describe('the Chinese of every sentence', () => {
  it('is Chinese, and uses full-width stops', () => {
    for (const [english, text] of Object.entries(sentences)) {
      expect(/[\u4e00-\u9fff]/.test(text) || text === english || !english.includes(' '), english).toBe(true);
      expect(/[\u4e00-\u9fff] ?[,;!?]/.test(text), text).toBe(false);
    }
  });
});

describe('a screen', () => {
  const untold = (code: string): string[] =>
    [...code.matchAll(/.*\b(?:error|fault)\.message\b.*/g)].map(([line]) => line.trim()).filter((line) => !/(?:said|toast)\(\w+(?:\.\w+)*\.message/.test(line));

  it('never shows the words of a fault untold', () => {
    const screens = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
    expect(screens.length).toBeGreaterThan(20);
    expect(screens.flatMap((path) => untold(readFileSync(join('src', path), 'utf8')))).toEqual([]);
  });

  it('is noticed when it does', () => {
    expect(untold('<p>{remove.error.message}</p>')).toHaveLength(1);
    expect(untold('<p>{said(remove.error.message)}</p> onError: (fault) => toast(fault.message)')).toEqual([]);
  });
});

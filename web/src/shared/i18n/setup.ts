/** Chooses the language of the interface, keeps `lang` of the page in step, and remembers the choice. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en';
import { zhCN } from './zh-CN';

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' };

const KEY = 'fabula.language';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: typeof en };
  }
}

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'zh-CN';
}

function stored(): Language | null {
  try {
    const value = localStorage.getItem(KEY);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

export function firstLanguage(): Language {
  return stored() ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en');
}

/** True once somebody chose a language in this browser; then the account's own does not override it. */
export function languageWasChosen(): boolean {
  return stored() !== null;
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

export function setLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
  void i18next.changeLanguage(language);
}

export function startLanguage(): void {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  void i18next.use(initReactI18next).init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    defaultNS: 'app',
    resources: { en: { app: en }, 'zh-CN': { app: zhCN } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  document.documentElement.lang = i18next.language;
}

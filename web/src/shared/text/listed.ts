/** Names in a row, separated as the language separates them, without an "and". */
export function listed(names: readonly string[], language: string): string {
  return names.join(language.toLowerCase().startsWith('zh') ? '、' : ', ');
}

/** Which people are shown, and in what order. */
import type { Character } from '@/shared/api/shapes';

export type Part = 'all' | 'main' | 'minor';
export type Gender = 'any' | 'female' | 'male' | 'unknown';
export type Order = 'weight' | 'met' | 'lines' | 'name';

export interface Sieve {
  query: string;
  part: Part;
  gender: Gender;
  order: Order;
  /** Only those first met in this chapter. */
  newIn: number | null;
}

export function sift(people: Character[], sieve: Sieve, language: string): Character[] {
  const wanted = sieve.query.trim().toLocaleLowerCase();
  const kept = people.filter(
    (person) =>
      (wanted === '' || [person.name, ...person.aliases].some((name) => name.toLocaleLowerCase().includes(wanted))) &&
      (sieve.part === 'all' || (person.role === 'minor') === (sieve.part === 'minor')) &&
      (sieve.gender === 'any' || person.gender === sieve.gender) &&
      (sieve.newIn === null || person.first_appearance_chapter === sieve.newIn),
  );
  switch (sieve.order) {
    case 'met':
      return kept.sort((a, b) => (a.first_appearance_chapter ?? 0) - (b.first_appearance_chapter ?? 0));
    case 'lines':
      return kept.sort((a, b) => b.lines - a.lines);
    case 'name':
      return kept.sort((a, b) => a.name.localeCompare(b.name, language));
    default:
      return kept;
  }
}

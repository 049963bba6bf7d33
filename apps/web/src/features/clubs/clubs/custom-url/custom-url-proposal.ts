import { limits } from '@boathouse/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { customUrlAvailability } from '../api.ts';
import { useSettled } from './use-settled.ts';

/** Letters that Unicode does not decompose to English ones. */
const latin: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Returns a custom URL made from a name, in lower case; empty for a name in a non-Latin script. */
export function customUrlOf(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => latin[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return joined(words, limits.customURLMax);
}

/** Joins as many words as fit in `max` characters; a longer first word is cut. */
function joined(words: readonly string[], max: number): string {
  const [first = '', ...others] = words;
  return others.reduce(
    ({ text, isFull }, word) =>
      isFull || text.length + 1 + word.length > max
        ? { text, isFull: true }
        : { text: `${text}-${word}`, isFull },
    { text: first.slice(0, max), isFull: false },
  ).text;
}

/** `riverside`, then `riverside-2` and on. */
function candidatesOf(customURL: string): string[] {
  const numbered = [2, 3, 4, 5].map((number) => `${customURL.slice(0, limits.customURLMax - 2)}-${number}`);
  return [customURL, ...numbered];
}

/**
 * Returns an available custom URL for a club of this name; empty while there is none. Asks after a pause in typing.
 * `isWanted`: as long as the user has not typed a URL.
 */
export function useProposedCustomUrl(name: string, isWanted: boolean): string {
  const client = useQueryClient();
  const base = customUrlOf(useSettled(name));
  const { data = '' } = useQuery({
    // Its key is not below 'clubs', for the same reason as the availability's.
    queryKey: ['customURL', 'proposal', base],
    enabled: isWanted && base !== '',
    queryFn: async () => {
      for (const candidate of candidatesOf(base)) {
        if (await client.query(customUrlAvailability(candidate))) return candidate;
      }
      return '';
    },
  });
  return data;
}

const units: readonly [RegExp, string][] = [
  [/(?<=\d) m\b/g, ' meters'],
  [/(?<=\d) s\b/g, ' seconds'],
  [/(?<=\d) W\b/g, ' watts'],
  [/(?<=\d) cal\/h/g, ' calories per hour'],
  [/(?<=\d) cal\b/g, ' calories'],
  [/(?<=\d) x (?=[\d(])/g, ' times '],
  [/(?<=\d)-(?=\d)/g, ' to '],
  [/…/g, '.'],
];

/** Returns a sentence with units as words, because voices would spell the units. */
export function spoken(words: string): string {
  return units.reduce((text, [sign, word]) => text.replaceAll(sign, word), words);
}

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

/** Returns a sentence as a voice says it: units as words, which voices otherwise spell. */
export function spoken(words: string): string {
  return units.reduce((text, [sign, word]) => text.replaceAll(sign, word), words);
}

/**
 * Names for the display of a monitor and Venue Race: at most 16 characters of ASCII. A longer name stops the race from
 * starting.
 */

export const shownNameMax = 16;

/** Letters that are not a base letter with a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};

/**
 * Returns a text in printable ASCII on one line: letters lose their accents, and characters without an ASCII letter are
 * left out.
 */
export function asciiOf(text: string): string {
  const plain = [...text].map((letter) => letters[letter] ?? letter).join('');
  return plain
    .normalize('NFKD')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^ -~]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/**
 * Returns a person's name for a monitor, in capitals: unchanged if it fits, otherwise `LAST, F.`, cut to 16 characters;
 * empty for a name without an ASCII letter.
 */
export function monitorName(name: string): string {
  const whole = asciiOf(name).toUpperCase();
  if (whole.length <= shownNameMax) return whole;
  const [last = '', first = ''] = whole.includes(',')
    ? whole.split(',').map((part) => part.trim())
    : [whole.slice(whole.lastIndexOf(' ') + 1), whole.slice(0, Math.max(0, whole.lastIndexOf(' ')))];
  const initial = first === '' ? '' : `, ${first.slice(0, 1)}.`;
  return `${last.slice(0, shownNameMax - initial.length)}${initial}`;
}

/** Returns the names of a race for its monitors, by lane. Names that become equal end with their lanes. */
export function monitorNames(lanes: readonly { lane: number; name: string }[]): Map<number, string> {
  const shown = lanes.map(({ lane, name }) => ({ lane, name: monitorName(name) || `Lane ${lane}` }));
  const counts = new Map<string, number>();
  for (const { name } of shown) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    shown.map(({ lane, name }) => {
      const end = ` ${lane}`;
      return [lane, counts.get(name) === 1 ? name : `${name.slice(0, shownNameMax - end.length)}${end}`];
    }),
  );
}

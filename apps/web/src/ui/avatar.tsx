import styles from './avatar.module.css';

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the first letter or digit of a word, otherwise its first character. */
function initialOf(word: string): string {
  const signs = Array.from(characters.segment(word), ({ segment }) => segment);
  return signs.find((sign) => /^[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? '';
}

/** Initials of the first and last word with a letter; the first character of a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const named = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (named.length === 0) return initialOf(words[0] ?? '');
  const [first = '', ...others] = named.map(initialOf);
  return `${first}${others.at(-1) ?? ''}`.toUpperCase();
}

/** Decorative: the name is shown beside it. Falls back to initials. */
export function Avatar({
  name,
  imageURL,
  size = 28,
}: {
  name: string;
  imageURL: string | null;
  size?: number;
}) {
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      {imageURL === null ? (
        initialsOf(name)
      ) : (
        <img src={imageURL} alt="" width={size} height={size} loading="lazy" />
      )}
    </span>
  );
}

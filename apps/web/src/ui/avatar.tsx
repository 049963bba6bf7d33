import styles from './avatar.module.css';

/** Decorative: the name stands beside it. Falls back to initials. */
export function Avatar({
  name,
  imageURL,
  size = 28,
}: {
  name: string;
  imageURL: string | null;
  size?: number;
}) {
  const initials = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => Array.from(word)[0] ?? '');
  const shown = [initials[0], initials.length > 1 ? initials.at(-1) : ''].join('').toUpperCase();
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      {imageURL === null ? shown : <img src={imageURL} alt="" width={size} height={size} loading="lazy" />}
    </span>
  );
}

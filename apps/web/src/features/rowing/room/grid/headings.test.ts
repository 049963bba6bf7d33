import { describe, expect, it } from 'vitest';
import { headings } from './headings.ts';

describe('headings', () => {
  it('has each shown word in the name that a screen reader announces', () => {
    const shown = Object.values(headings).flatMap(({ text, title }) =>
      title && text !== '#' ? [{ text, title }] : [],
    );
    expect(shown.length).toBeGreaterThan(5);
    for (const { text, title } of shown) expect(title.toLowerCase()).toContain(text.toLowerCase());
  });
});

import { vi } from 'vitest';

/** Replaces `matchMedia` for a window of this width, for `max-width` queries in rem. */
export function stubWidth(rem: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: rem <= Number(/max-width: ([\d.]+)rem/.exec(media)?.[1]),
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
}

// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { LinkCode } from './link-code.tsx';

const link = 'https://row.example/sessions/018f0000-0000-7000-8000-000000000001';

/** The modules that a path of `M x y h width v1 H x z` parts makes dark. */
function drawn(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return rows;
}

test('a link is drawn as its QR code, dark on light, with the frame that scanners need', () => {
  const { container } = render(<LinkCode link={link} title="The link as a QR code" />);
  const image = screen.getByRole('img', { name: 'The link as a QR code' });
  const { size, data } = encode(link, { ecc: 'M', border: 4 });
  expect(image.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  const path = container.querySelector('path');
  expect(drawn(path?.getAttribute('d') ?? '', size)).toEqual(data);
  expect(data.slice(0, 4).flat()).not.toContain(true);
  expect(screen.getByText(link)).toBeDefined();
});

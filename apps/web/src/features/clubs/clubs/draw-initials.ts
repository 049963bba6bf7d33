import { initialsOf } from '../../../ui/avatar.tsx';

/** The edge of the icon: the server stores icons in this size. */
const edgePx = 512;
/** The product's four tints; white text has a contrast above 5:1 on each. */
const colors = ['#0d527c', '#246338', '#5f4496', '#0a6a60'];

/** Draws a club's initials as a square PNG, always in the same color. @throws Error if the browser can't draw */
export async function drawInitials(name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = edgePx;
  canvas.height = edgePx;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas');
  context.fillStyle = colorOf(name);
  context.fillRect(0, 0, edgePx, edgePx);
  const { fontFamily } = getComputedStyle(document.body);
  context.font = `600 ${edgePx * 0.42}px ${fontFamily}`;
  context.fillStyle = '#ffffff';
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const initials = initialsOf(name);
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText(initials);
  context.fillText(initials, edgePx / 2, (edgePx + up - down) / 2, edgePx * 0.84);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The canvas could not be encoded');
  return new File([blob], 'initials.png', { type: 'image/png' });
}

function colorOf(name: string): string {
  const sum = Array.from(name.trim()).reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return colors[sum % colors.length] ?? '#0d527c';
}

import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { openDiskUploadParts } from './upload-parts.ts';

test("a folder of uploads is created before it is opened, in a way that can't end the process", async () => {
  const folder = join(temporaryFolder(), 'uploads');
  // The library makes folders by this function, from whose callback it throws.
  const made = vi.spyOn(fs, 'mkdir');
  await openDiskUploadParts(folder, 1000);
  expect(fs.existsSync(folder)).toBe(true);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

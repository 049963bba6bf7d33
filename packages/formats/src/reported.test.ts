import { expect, test } from 'vitest';
import { faultsOf, reportedFiles, reportedFolder } from '../test/reported.ts';

// The files and their right results are in fixtures/reported/expected.json.
test.each([...reportedFiles(reportedFolder)])('%s has the figures of its table', (name, expected) => {
  expect(faultsOf(reportedFolder, name, expected)).toEqual([]);
});

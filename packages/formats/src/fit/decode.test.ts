import { describe, expect, test } from 'vitest';
import { FitBytes, fieldOf, startSec, type BytesField } from '../../test/fit-bytes.ts';
import { decodeFit, isFit } from './decode.ts';

const { uint8, uint16, uint32, string } = fieldOf;
const messagesIn = (file: FitBytes) => [...decodeFit(file.finish())].flatMap(({ messages }) => messages);

describe('a developer field', () => {
  const [index, num, type, name] = [uint8(0, 0), uint8(1, 2), uint8(2, 132), string(3, 'DragFactor')];
  const valuesWith = (description: BytesField[]) => {
    const file = new FitBytes();
    file.write({ num: 206, fields: description });
    file.write({
      num: 20,
      fields: [uint32(253, startSec)],
      developer: [{ ...uint16(2, 120), index: 0 }],
    });
    return messagesIn(file).map(({ developer }) => [...developer]);
  };

  test('has the value and the unit that its description gives it', () => {
    expect(valuesWith([index, num, type, name])).toEqual([[['dragfactor', { value: 120, units: '' }]]]);
    const scaled = [index, num, type, name, uint8(6, 10), string(8, ' Newtons ')];
    expect(valuesWith(scaled)).toEqual([[['dragfactor', { value: 12, units: 'newtons' }]]]);
  });

  test.each([
    ['a name', [index, num, type]],
    ['a type', [index, num, name]],
    ['a known type', [index, num, uint8(2, 31), name]],
    ['the index of its developer', [num, type, name]],
    ['a number', [index, type, name]],
  ])('is left out if its description lacks %s', (_, description) => {
    expect(valuesWith(description)).toEqual([[]]);
  });
});

test('a compressed time is counted on from the last full one, also over the end of its five bits', () => {
  const file = new FitBytes();
  const cadence = [uint8(4, 24)];
  file.write({ num: 20, fields: [uint32(253, startSec), ...cadence] });
  for (const after of [1, 31, 40, 40, 71]) file.writeAt(startSec + after, { num: 20, fields: cadence });
  const times = messagesIn(file).map(({ fields }) => fields.get('timestamp'));
  expect(times).toEqual([0, 1, 31, 40, 40, 71].map((after) => startSec + after));
});

test('a file is a FIT file from twelve bytes on', () => {
  const bytes = new FitBytes().finish();
  expect(isFit(bytes.subarray(0, 12))).toBe(true);
  expect(isFit(bytes.subarray(0, 11))).toBe(false);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const realMs = Date.parse('2026-11-29T02:00:00.000Z');
/** The clock of the device, which the tests set. */
const deviceMs = () => vi.getMockedSystemTime()?.getTime() ?? 0;
const yearMs = 365 * 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  vi.resetModules();
  localStorage.clear();
});
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

/** A page on a device whose clock is wrong; it reloads with each call. */
async function openPage(offMs: number) {
  vi.setSystemTime(realMs + offMs);
  vi.resetModules();
  const page = await import('./server-now.ts');
  const answer = (tookMs = 80) => {
    const sentMs = deviceMs();
    const date = new Date(sentMs - offMs + tookMs / 2).toUTCString();
    vi.setSystemTime(sentMs + tookMs);
    page.noteServerDate(date, sentMs, deviceMs());
  };
  return { ...page, answer };
}

test.each([
  ['a year back', -yearMs],
  ['three hours ahead', 3 * 3_600_000],
  ['ten seconds ahead', 10_000],
])('a device that is %s has the time of the server after the first answer', async (_, offMs) => {
  const page = await openPage(offMs);
  expect(page.serverNowMs()).toBe(deviceMs());
  page.answer();
  expect(Math.abs(page.serverNowMs() - (deviceMs() - offMs))).toBeLessThanOrEqual(600);
  expect(page.atServerMs(0)).toBe(page.serverNowMs() - deviceMs());
});

test('a right clock, or one with a small error, is not corrected', async () => {
  for (const offMs of [0, 1_200, -1_500]) {
    const page = await openPage(offMs);
    page.answer();
    page.answer(4_000);
    expect(page.serverNowMs()).toBe(deviceMs());
  }
});

test('a slow response does not replace the clock of a fast one, and a corrected clock is accepted', async () => {
  const page = await openPage(3_600_000);
  page.answer(40);
  const told = page.atServerMs(0);
  page.answer(20_000);
  expect(page.atServerMs(0)).toBe(told);
  const listener = vi.fn<() => void>();
  page.onServerNow(listener);
  vi.setSystemTime(realMs);
  page.noteServerDate(new Date(realMs).toUTCString(), realMs, realMs + 50);
  expect(page.atServerMs(0)).toBe(0);
  expect(listener).toHaveBeenCalledOnce();
});

test("a page that begins without the server uses the last page's offset", async () => {
  (await openPage(-yearMs)).answer();
  const page = await openPage(-yearMs);
  expect(Math.abs(page.serverNowMs() - realMs)).toBeLessThanOrEqual(600);
  // The device's clock was corrected in the meantime.
  const right = await openPage(0);
  right.answer();
  expect(right.serverNowMs()).toBe(deviceMs());
  expect(localStorage).toHaveLength(0);
});

test('rubbish in the header or on the device is not taken', async () => {
  localStorage.setItem('boathouse.clock-offset', 'soon');
  const page = await openPage(0);
  for (const date of [null, '', 'yesterday']) page.noteServerDate(date, deviceMs(), deviceMs());
  expect(page.serverNowMs()).toBe(deviceMs());
});

test('a clock with fractions of a ms gives whole ms', async () => {
  const page = await openPage(-yearMs);
  page.answer();
  using clock = vi.spyOn(Date, 'now').mockReturnValue(realMs + 0.25);
  expect(Number.isInteger(page.serverNowMs())).toBe(true);
  expect(() => Temporal.Instant.fromEpochMilliseconds(page.serverNowMs())).not.toThrow();
  expect(clock).toHaveBeenCalled();
});

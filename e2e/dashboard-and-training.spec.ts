import { history } from '@boathouse/contract/activities/history';
import { sessions } from '@boathouse/contract/sessions';
import { statistics } from '@boathouse/contract/statistics';
import { trends } from '@boathouse/contract/statistics/trends';
import { users } from '@boathouse/contract/users';
import type { User } from '@boathouse/contract/users';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { call, rowByHand, schedule } from './fixtures/product-api.ts';
import { expect, test as base } from './fixtures/product.ts';
import { startProductServer } from './fixtures/product-server.ts';
import type { ProductServer } from './fixtures/product-server.ts';

/** The browser's own, as configured. */
const timeZone = 'Europe/Amsterdam';

type Athlete = { page: Page; request: APIRequestContext; user: User };

/** For all tests of this file: hooks use `baseURL` too, so the first of them starts the server. */
let shared: Promise<ProductServer> | undefined;

/** With the sample users, who have rowed for a year; `maren` is one of them. */
const test = base.extend<{ sampleServer: ProductServer; maren: Athlete }>({
  // oxlint-disable-next-line no-empty-pattern
  sampleServer: async ({}, use) => {
    shared ??= startProductServer({
      env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
      // A year of samples takes 20 s, and ten times as long beside four other tests on a slow machine.
      readyWithinMs: 270_000,
    });
    await use(await shared);
  },
  baseURL: async ({ sampleServer }, use) => {
    await use(sampleServer.url);
  },
  maren: async ({ newAthlete, sampleServer: server }, use) => {
    const { page, context } = await newAthlete();
    const { request } = context;
    const signIn = await request.post('/api/auth/sign-in/email', {
      data: { email: 'maren@harbour.example', password: 'rowing-together' },
      headers: { origin: server.url },
    });
    await expect(signIn).toBeOK();
    const { user: login } = await (await request.get('/api/auth/get-session')).json();
    const user = await call(request, users.byUid, { params: { uid: login.id } });
    if (user === null) throw new Error('Maren has no record');
    await use({ page, request, user });
  },
});

test.afterAll(async () => {
  await (await shared)?.stop();
});

const periods = ['week', 'month', 'year'] as const;
const labels = { week: 'Week', month: 'Month', year: 'Year' } as const;

const grouped = (figure: number) => Math.round(figure).toLocaleString('en-GB');
const clock = (sec: number) => `${Math.floor(sec / 60)}:${(sec % 60).toFixed(1).padStart(4, '0')}`;
const hoursAndMinutes = (sec: number) => {
  const minutes = Math.floor(Math.round(sec) / 60);
  return minutes < 60
    ? `${minutes}min`
    : `${Math.floor(minutes / 60)}h${`${minutes % 60}`.padStart(2, '0')}min`;
};

const cardOf = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('term').getByText(label, { exact: true }) });
const bodyOf = async (table: Locator) => {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
};
const numberIn = (text: string | undefined) => Number((text ?? '').replaceAll(/[^\d.]/g, ''));

test('[STAT-1] the page and the API have the same figures for a week, month and year, with their deltas', async ({
  maren: { page, request, user },
}) => {
  const { aggregate, delta } = await call(request, statistics.general, {
    params: { id: user._id },
    query: { timeZone },
  });
  await page.goto('/training/statistics');
  for (const period of periods) {
    await page
      .getByRole('navigation', { name: 'Period' })
      .getByRole('link', { name: labels[period] })
      .click();
    await expect(page).toHaveURL(`/training/statistics?period=${period}`);
    await expect(cardOf(page, 'Meters').getByRole('definition')).toHaveText(
      `${grouped(aggregate[`${period}Meters`])}m`,
    );
    await expect(cardOf(page, 'Time').getByRole('definition')).toHaveText(
      hoursAndMinutes(aggregate[`${period}Time`]),
    );
    await expect(cardOf(page, 'Calories').getByRole('definition')).toHaveText(
      `${grouped(aggregate[`${period}Calories`])}cal`,
    );
    const difference = delta[`${period}Meters`];
    const words = `${grouped(Math.abs(difference))} m ${difference > 0 ? 'more' : 'less'} than in the`;
    // Does not compare with a period without a row, nor with the year in whose last days Maren began.
    if (period === 'year' || aggregate[`${period}Time`] === delta[`${period}Time`]) {
      await expect(cardOf(page, 'Meters')).not.toContainText('than in the');
    } else await expect(cardOf(page, 'Meters')).toContainText(words);
  }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Last 12 months' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible();
});

test('[STAT-2] the page and the API have the same meters for each step, with a label at every 1, 5, 2 steps', async ({
  maren: { page, request, user },
}) => {
  const { plottable } = await call(request, statistics.meters, {
    params: { id: user._id },
    query: { timeZone },
  });
  for (const [period, labelCount] of [
    ['week', 7],
    ['month', 6],
    ['year', 6],
  ] as const) {
    await page.goto(`/training/statistics?period=${period}`);
    const table = page.getByRole('table', { name: /^Meters per/ });
    await expect
      .poll(async () => (await bodyOf(table)).map(([, meters]) => numberIn(meters)))
      .toEqual(plottable[`${period}Meters`].map((meters) => Math.round(meters)));
    const chart = page.getByRole('application', { name: /^Meters per/ });
    await expect(chart.locator('[data-axis="x"] span')).toHaveCount(labelCount);
    const words = await chart.locator('[data-axis="x"] span').allTextContents();
    for (const label of words) expect(label.length).toBeLessThanOrEqual(10);
    expect(await inkOf(chart.locator('canvas'))).toBeGreaterThan(0);
  }
});

test('[STAT-2] the arrow keys announce the meters of each day', async ({
  maren: { page, request, user },
}) => {
  const { plottable, steps } = await call(request, statistics.meters, {
    params: { id: user._id },
    query: { timeZone },
  });
  await page.goto('/training/statistics');
  await page.getByRole('application', { name: /^Meters per/ }).focus();
  await page.keyboard.press('ArrowRight');
  const second = Temporal.PlainDate.from(steps.week[1] ?? '');
  const tip = page.getByRole('status').filter({
    hasText: second.toLocaleString('en-GB', { weekday: 'long', month: 'long', day: 'numeric' }),
  });
  await expect(tip).toContainText(`${grouped(plottable.weekMeters[1] ?? 0)} m`);
});

test('[STAT-3] the page and the API have the same pace trend, filtered by distance, with faster paces higher', async ({
  maren: { page, request, user },
}) => {
  const pacesOf = async (bounds: { gte?: string; lte?: string }) => {
    const { plottable } = await call(request, statistics.progress, {
      params: { id: user._id },
      query: { timeZone, ...bounds },
    });
    return plottable.monthPace.flatMap((pace) => (pace === null ? [] : [clock(Math.round(pace * 10) / 10)]));
  };
  const table = page.getByRole('table', { name: /^Pace per/ });
  const shown = async () => (await bodyOf(table)).map(([, pace]) => pace);
  await page.goto('/training/statistics?period=month');
  await expect(page.getByRole('textbox', { name: 'Meters' })).toHaveValue('10000');
  const standard = await pacesOf({});
  expect(standard.length).toBeGreaterThan(3);
  await expect.poll(shown).toEqual(standard);

  await page.getByLabel('Distance', { exact: true }).selectOption('Greater than');
  await page.getByRole('textbox', { name: 'Meters' }).fill('8000');
  await page.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused();
  const long = await pacesOf({ gte: '8000', lte: '1000000' });
  expect(long).not.toEqual(standard);
  await expect.poll(shown).toEqual(long);
  await page.reload();
  await expect.poll(shown).toEqual(long);

  const marks = page.locator('[aria-label^="Pace per"] [data-axis="y"] span');
  await expect(marks.first()).toBeVisible();
  const heights = await marks.evaluateAll((texts) =>
    texts.map((text) => ({ label: text.textContent ?? '', top: text.getBoundingClientRect().top })),
  );
  const fromTop = heights.toSorted((one, other) => one.top - other.top).map(({ label }) => label);
  expect(fromTop).toEqual(fromTop.toSorted());
  expect(fromTop[0]).toMatch(/^\d:\d\d$/);
});

test('[STAT-1] [STAT-2] the page and the API have the same seasons, all-time figures and earlier periods', async ({
  maren: { page, request, user },
}) => {
  const totalOf = async (query: { from: string; to: string; step: 'day' | 'month' | 'year' }) => {
    const steps = await call(request, statistics.totalsOfSpan, { params: { id: user._id }, query });
    return steps.reduce((sum, { meters }) => sum + meters, 0);
  };
  const month = Temporal.Now.plainDateISO(timeZone).with({ day: 1 }).subtract({ months: 1 });
  const expectMeters = async (query: Parameters<typeof totalOf>[0]) =>
    expect(cardOf(page, 'Meters').getByRole('definition')).toHaveText(`${grouped(await totalOf(query))}m`);

  await page.goto('/training/statistics?period=month');
  await page.getByRole('button', { name: 'Previous month' }).click();
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page).toHaveURL(new RegExp(`of=${month.toString().slice(0, 7)}$`));
  const to = month.with({ day: month.daysInMonth }).toString();
  await expectMeters({ from: month.toString(), to, step: 'day' });
  await page.getByRole('link', { name: 'Season', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Season \d{4}\/\d\d$/ })).toBeVisible();
  await expect(
    page.getByRole('table', { name: /^Meters per month, season/ }).locator('tbody tr'),
  ).toHaveCount(12);
  await page.getByRole('link', { name: 'All time' }).click();
  await expectMeters({ from: '1990-01-01', to: '2999-12-31', step: 'year' });
});

test("a result in a workout's trend opens by keyboard, and by its link in the table", async ({
  maren: { page, request, user },
}) => {
  const [workout] = await call(request, trends.workouts, { params: { id: user._id } });
  if (workout === undefined) throw new Error('Maren has no workouts');
  const { results: found } = await call(request, trends.ofWorkout, {
    params: { id: user._id },
    query: { workout: workout.workout },
  });
  await page.goto('/training/statistics');
  const panel = page.getByRole('region', { name: 'Workout trend' });
  await panel.scrollIntoViewIfNeeded();
  await expect(panel.getByText(new RegExp(`^${found.length} results?\\b`))).toBeVisible();
  const chart = panel.getByRole('application', { name: /^Pace of/ });
  await chart.focus();
  expect(await inkOf(chart.locator('canvas'))).toBeGreaterThan(0);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/activities/${found.at(-1)?.activity}`);
  await page.goBack();
  await panel.getByText('Table of the results').click();
  const rows = panel.getByRole('row');
  await expect(rows).toHaveCount(found.length + 1);
  await rows.last().getByRole('link').click();
  await expect(page).toHaveURL(`/activities/${found[0]?.activity}`);
});

/** Counts the pixels that are not transparent. */
const inkOf = (canvas: Locator) =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 0;
    const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
    return pixels.filter((value, index) => index % 4 === 3 && value > 0).length;
  });

const historyOf = (page: Page) => page.getByRole('table', { name: 'Past activities' });

test('[HIST-1] [HIST-3] the page and the API have the same past workouts, sorted and turned page by page', async ({
  maren: { page, request, user },
}) => {
  const searched = (query: { sortby?: string; page?: string }) =>
    call(request, history.search, { query: { user: user._id, ...query } });
  /** Meters, seconds and paces in the form of the table. */
  const figuresOf = async (query: { sortby?: string; page?: string }) =>
    (await searched(query)).activities.map(({ distance, strokeRate }) => [
      `${Math.floor(Math.round(distance * 10) / 10).toLocaleString('en-GB')} m`,
      `${strokeRate}`,
    ]);
  const shown = async () =>
    (await bodyOf(historyOf(page))).map(([, , distance, , , rate]) => [distance, rate]);

  await page.goto('/dashboard');
  await page.goto('/training/activity');
  const { count } = await searched({});
  const pages = Math.ceil(count / 15);
  expect(pages).toBeGreaterThan(2);
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await expect(pager).toHaveText(`1 of ${pages}`);
  await expect(historyOf(page).locator('tbody tr')).toHaveCount(15);
  await expect.poll(shown).toEqual(await figuresOf({}));

  await pager.getByRole('button', { name: 'Next page' }).click();
  await expect(pager).toHaveText(`2 of ${pages}`);
  await expect.poll(shown).toEqual(await figuresOf({ page: '2' }));

  for (const [column, sortby, direction] of [
    ['Distance', '-distance', 'descending'],
    ['Time', '-elapsedTime', 'descending'],
    ['Average pace', '+averagePace', 'ascending'],
  ] as const) {
    const header = page.getByRole('columnheader', { name: column });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', direction);
    await expect(pager).toHaveText(`1 of ${pages}`);
    await expect.poll(shown).toEqual(await figuresOf({ sortby }));
  }
  await page.getByLabel('Order').selectOption('Descending');
  await expect.poll(shown).toEqual(await figuresOf({ sortby: '-averagePace' }));
  await page.reload();
  await expect.poll(shown).toEqual(await figuresOf({ sortby: '-averagePace' }));
  await page.goBack();
  await expect.poll(shown).toEqual(await figuresOf({ sortby: '+averagePace' }));

  await historyOf(page)
    .getByRole('link', { name: /^\d+m$|\d+:\d\d/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/activities\//);
});

test('[HIST-2] [HIST-4] past workouts are filtered by distance and time', async ({
  maren: { page, request, user },
}) => {
  await page.goto('/training/activity');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Distance (m): comparator').selectOption('Greater than');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('A number is required')).toBeVisible();
  await page.getByLabel('Distance (m): number').fill('5000');
  await page.getByLabel('Time (sec): comparator').selectOption('Less than');
  await page.getByLabel('Time (sec): number').fill('1800');
  await page.getByRole('button', { name: 'Search' }).click();
  const { count } = await call(request, history.search, {
    query: { user: user._id, 'distance[$gte]': '5000', 'elapsedTime[$lte]': '1800' },
  });
  expect(count).toBeGreaterThan(0);
  await expect(page.getByRole('status').filter({ hasText: `${count} activit` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter' })).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByLabel('Distance (m): number')).toBeHidden();
  for (const [, , distance] of await bodyOf(historyOf(page))) {
    expect(numberIn(distance)).toBeGreaterThanOrEqual(5_000);
  }

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Distance (m): comparator').selectOption('Equal to');
  await page.getByLabel('Distance (m): number').fill('123456');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText("We couldn't find any activities matching those filters")).toBeVisible();
  await page
    .getByRole('button', { name: /^Without Distance \(m\): equal to 123456: \d+ activities$/ })
    .click();
  await expect(page.getByRole('region', { name: 'Past activities' })).toBeFocused();
  await page.getByRole('button', { name: 'Clear Time (sec): less than 1800' }).click();
  await expect(page).toHaveURL('/training/activity');
  await expect(historyOf(page).locator('tbody tr')).toHaveCount(15);
});

test('[HIST-1] past workouts are found by text, kind and days; a row opens its result, and Back returns to the same place', async ({
  maren: { page, request, user },
}) => {
  await page.goto('/training/activity');
  await page.getByRole('searchbox', { name: 'Search by title or workout' }).pressSequentially('4X500m');
  await expect(page).toHaveURL('/training/activity?text=4X500m');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Workout', { exact: true }).selectOption('Intervals');
  const from = Temporal.Now.plainDateISO(timeZone).subtract({ days: 100 }).toString();
  await page.getByLabel('From', { exact: true }).fill(from);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const { count, totals } = await call(request, history.search, {
    query: { user: user._id, text: '4 x 500 m', kind: 'intervals', from, timeZone },
  });
  expect(count).toBeGreaterThan(3);
  expect(totals).toHaveLength(1);
  const status = page.getByRole('status').filter({ hasText: 'activities' });
  await expect(status).toContainText(`${count} activities`);
  await expect(status).toContainText(`${grouped(totals?.[0]?.meters ?? 0)} m`);
  const filters = page.getByRole('group', { name: 'Active filters' });
  await expect(filters.getByRole('button')).toHaveCount(4);
  const address = page.url();
  await expectForEveryone(page, 'the history with filters');

  const first = historyOf(page).locator('tbody tr').first();
  await expect(first.getByRole('img', { name: /^Pace by interval/ })).toBeVisible();
  // The link covers the figures.
  await first.getByRole('cell').last().click({ force: true });
  await expect(page).toHaveURL(/\/activities\//);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(status).toContainText(`${count} activities`);
  await page.reload();
  await expect(filters.getByRole('button')).toHaveCount(4);

  await first.getByRole('link').last().click();
  await expect(page).toHaveURL(/\/sessions\//);
  await page.goBack();
  await filters.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/training/activity');
  await expect(historyOf(page).locator('tbody tr')).toHaveCount(15);
});

test('a new member sees a way to the first row instead of a history', async ({ newMember }) => {
  const { page } = await newMember('Ann Oar');
  await page.goto('/training/activity');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Just row' }).click();
  await expect(page).toHaveURL('/row');
});

test('[HIST-1] [STAT-1] a new result is in the history and counts in the week', async ({ newMember }) => {
  const ann = await newMember('Ann Oar');
  const session = await schedule(ann.context.request, ann.user, { title: 'At dawn', items: ['2000m'] });
  const figures = { elapsedTime: 480, averagePace: 120, distance: 2_000, strokeRate: 27 };
  await rowByHand(ann.context.request, ann.user, session, figures);
  await ann.page.goto('/training/activity');
  const shown = async () => (await bodyOf(historyOf(ann.page))).map((row) => row.slice(2));
  await expect.poll(shown).toEqual([['2,000 m', '8:00.0', '2:00.0', '27']]);
  await expect(ann.page.getByRole('navigation', { name: 'Pages' })).toHaveText('1 of 1');
  await ann.page.getByRole('link', { name: 'Statistics' }).click();
  await expect(cardOf(ann.page, 'Meters').getByRole('definition')).toHaveText('2,000m');
});

const monthsOn = (count: number) => Temporal.Now.zonedDateTimeISO(timeZone).add({ months: count });
const nameOf = (month: Temporal.ZonedDateTime) =>
  month.toLocaleString('en-GB', { month: 'long', year: 'numeric' });

test('[CAL-1] shows the sessions of a month on their days, and changes months', async ({
  maren: { page, request, user },
}) => {
  const sessionsOf = async ({ year, month }: Temporal.ZonedDateTime) => {
    const found = await call(request, sessions.ofUser, {
      params: { id: user._id },
      query: { year: `${year}`, month: `${month}`, sparse: '1', timeZone },
    });
    return found
      .map(({ title, startAt }) => {
        const day = Temporal.Instant.from(startAt).toZonedDateTimeISO(timeZone).toPlainDate();
        return `${day.toString()} ${title}`;
      })
      .toSorted();
  };
  /** All sessions of the grid by day; days that are full are opened first. */
  const shown = async () => {
    for (const more of await page.getByRole('button', { name: /^\d+ more$/ }).all()) await more.click();
    const links = await page
      .locator('td a')
      .evaluateAll((all) =>
        all.map(
          (link) =>
            `${link.closest('td')?.querySelector('time')?.dateTime} ${link.querySelector('strong')?.textContent}`,
        ),
      );
    return links.toSorted();
  };
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'View Calendar' }).click();
  await expect(heading).toHaveText(nameOf(monthsOn(0)));
  const now = await sessionsOf(monthsOn(0));
  expect(now.length).toBeGreaterThan(0);
  await expect.poll(shown).toEqual(now);
  await expect(page.locator('td[aria-current="date"] time').first()).toHaveAttribute(
    'datetime',
    monthsOn(0).toPlainDate().toString(),
  );

  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(heading).toHaveText(nameOf(monthsOn(-1)));
  const before = await sessionsOf(monthsOn(-1));
  expect(before.length).toBeGreaterThan(3);
  await expect.poll(shown).toEqual(before);
  await page.reload();
  await expect.poll(shown).toEqual(before);
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(heading).toHaveText(nameOf(monthsOn(1)));
  await page.goBack();
  await expect(heading).toHaveText(nameOf(monthsOn(0)));
  await expect.poll(shown).toEqual(now);

  const [first] = await page.locator('td a').all();
  const href = await first?.getAttribute('href');
  await first?.click();
  await expect(page).toHaveURL(href ?? 'nowhere');
  await expect(page.getByRole('complementary', { name: 'Session' })).toBeVisible();
});

test('[CAL-1] a day with many sessions keeps the size of the grid, and a phone shows them in a list', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const long = 'A workout with a title that is far longer than a day of the month is wide';
  for (let hour = 0; hour < 7; hour += 1)
    await schedule(ann.context.request, ann.user, { title: `${long} ${hour}`, items: ['100m'] });
  await ann.page.goto('/training/calendar');
  await expect(ann.page.locator('td a')).toHaveCount(3);
  await ann.page.getByRole('button', { name: '4 more' }).click();
  await expect(ann.page.locator('td a')).toHaveCount(7);
  const widths = await ann.page
    .locator('tbody tr:first-child td')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)));
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
  await ann.page.setViewportSize({ width: 390, height: 844 });
  const today = ann.page.getByRole('link', { name: /, 7 sessions$/ });
  await today.click();
  await expect(ann.page.getByRole('listitem').getByRole('link', { name: `${long} 6` })).toBeVisible();
});

test("[DASH-1] the dashboard compares the user's meters with the training partner's, each under a name", async ({
  maren: { page, request, user },
}) => {
  const partner = user.trainingPartner;
  if (partner === null) throw new Error('Maren of the sample data has no training partner');
  const metersOf = async (id: string) => {
    const { plottable } = await call(request, statistics.meters, { params: { id }, query: { timeZone } });
    return plottable.weekMeters.map((meters) => Math.round(meters));
  };
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Meters', exact: true });
  const table = card.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Day', 'You', partner.displayName]);
  const rows = await bodyOf(table);
  expect(rows.map(([, own]) => numberIn(own))).toEqual(await metersOf(user._id));
  expect(rows.map(([, , theirs]) => numberIn(theirs))).toEqual(await metersOf(partner._id));
  await expect(card.locator('figcaption')).toContainText(partner.displayName);
});

test('[DASH-1] [DASH-2] a laptop shows the day, the club and the meters without scrolling', async ({
  maren: { page },
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard');
  for (const name of ["Today's Workouts", 'Meters', 'Your Clubs', 'Social Stats']) {
    const region = page.getByRole('region', { name, exact: true });
    await expect(region.getByRole('status')).toHaveCount(0);
    const box = await region.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Infinity), name).toBeLessThanOrEqual(900);
  }
  await expect(page.getByRole('button', { name: 'Create session' })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'View Calendar' })).toBeInViewport();
});

/** The items of Today's Workouts. */
const rowPx = 75;

test('[DASH-2] [DASH-4] with three sessions today the feed begins on the first screen, and no session appears twice', async ({
  maren: { page, request, user },
}) => {
  const titles = ['Before the feed', 'Also before it'];
  for (const title of titles) await schedule(request, user, { title, items: ['2000m'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: "Today's Workouts" });
  const rows = today.getByRole('rowheader');
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  expect(count).toBeGreaterThanOrEqual(2);
  const topOf = async (name: string) =>
    (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? Infinity;
  // Sample data may have more than one session of its own on this day.
  expect(await topOf('Activity Feed')).toBeLessThanOrEqual(640 + rowPx * Math.max(0, count - 3));
  for (const title of titles) await expect(today.getByText(title, { exact: true })).toHaveCount(1);

  await page.setViewportSize({ width: 390, height: 844 });
  const heading = await today.getByText('Start Time').boundingBox();
  expect(heading?.height).toBeLessThan(24);
  await expect(page.getByRole('button', { name: 'New Workout' })).toBeInViewport();
  const order = ["Today's Workouts", 'Meters', 'Activity Feed', 'Your Clubs', 'Social Stats'];
  const tops = await Promise.all(order.map(topOf));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
});

test('[SET-3] dashboard and training are accessible in Light, Dark and Blue', async ({ maren: { page } }) => {
  for (const path of [
    '/dashboard',
    '/training/statistics?period=month',
    '/training/activity',
    '/training/calendar',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path.includes('statistics')) {
      await page.getByRole('region', { name: 'Workout trend' }).scrollIntoViewIfNeeded();
      await page.getByText('Table of the results').click();
    }
    await expect(page.locator('main [role=status] span[aria-hidden]')).toHaveCount(0);
    if (path.includes('activity')) await page.getByRole('button', { name: 'Filter' }).click();
    await expectForEveryone(page, path);
  }
});

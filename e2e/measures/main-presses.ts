import { expect, type Locator, type Page } from '@playwright/test';
import type { SampleMember } from './sample-member.ts';

export type Press = {
  path: string;
  name: string;
  /** Steps before the press, which are not measured. */
  before?: (page: Page) => Promise<void>;
  press: (page: Page) => Promise<void>;
  /** Undoes the press before the next one. */
  after?: (page: Page) => Promise<void>;
};

/** Waits for the frames of scrolling. */
const scrolledMs = 300;

/**
 * Presses with the mouse: a locator's own click inspects the page during the events, which counts as the page's time.
 */
async function pressOn(target: Locator): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  await page.waitForTimeout(scrolledMs);
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target.toString()} has no place on the page`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

const button = (name: string | RegExp) => (page: Page) =>
  pressOn(page.getByRole('button', { name, exact: typeof name === 'string' }).first());
const tab = (name: string) => (page: Page) => pressOn(page.getByText(name, { exact: true }).first());
const link = (name: string) => (page: Page) => pressOn(page.getByRole('link', { name, exact: true }).first());
const key = (name: string) => (page: Page) => page.keyboard.press(name);
const connectSimulated = async (page: Page) => {
  await page.getByText('No erg nearby?').click();
  await page.getByRole('button', { name: 'Use simulated erg' }).click();
  await expect(page.getByText('Simulated erg connected')).toBeVisible();
};

/** Answers the questions after Finish. */
async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('group', { name: /^Discard this workout\?/ });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Start Workout' })).toBeVisible();
}

/** The important presses of each page. */
export function pressesOf({ session, pastSession, activity, profile }: SampleMember): Press[] {
  const on = (path: string, presses: Array<Omit<Press, 'path'>>) =>
    presses.map((each) => ({ path, ...each }));
  const menu = button(/Maren Olsen/);
  return [
    ...on('/dashboard', [
      { name: 'the user menu', press: menu },
      {
        name: 'Dark in the menu',
        before: menu,
        press: (page) => pressOn(page.getByRole('menuitemradio', { name: 'Dark' })),
      },
      { name: 'Ctrl K', press: key('Control+k') },
      { name: 'a letter in Ctrl K', before: key('Control+k'), press: key('s') },
      { name: '?', press: key('?') },
      {
        name: 'the bell',
        press: (page) => pressOn(page.getByRole('link', { name: /notification/i }).first()),
      },
      { name: 'Month of Meters', press: button(/Month$/) },
      { name: 'New Workout', press: button('New Workout') },
      {
        name: 'a letter of a workout',
        before: async (page) => {
          await page.getByRole('button', { name: 'New Workout' }).click();
          await page.getByLabel('Workout item 1').fill('4 x 500');
        },
        press: key('m'),
      },
      { name: 'Like', press: button(/^Like/) },
      { name: 'Comment', press: button(/^Comment/) },
      { name: 'Load more', press: button('Load more') },
      { name: 'to Training', press: link('Training') },
      { name: 'to Explore', press: link('Explore') },
    ]),
    ...on('/training/statistics', [
      { name: 'Year', press: tab('Year') },
      { name: 'Apply', press: button('Apply') },
      { name: 'to Activity', press: link('Activity') },
      { name: 'to Calendar', press: link('Calendar') },
    ]),
    ...on('/training/activity', [
      { name: 'Filter', press: button(/^Filter/) },
      { name: 'the next page', press: button(/next/i) },
      {
        name: 'a letter of the search',
        before: (page) => page.getByLabel('Search by title or workout').click(),
        press: key('2'),
      },
    ]),
    ...on('/training/calendar', [
      { name: 'the next month', press: button(/next/i) },
      { name: 'Subscribe', press: button('Subscribe') },
    ]),
    ...on(session, [
      { name: 'Share', press: button('Share') },
      { name: 'More', press: button('More') },
      {
        name: 'Edit',
        before: button('More'),
        press: (page) => pressOn(page.getByRole('menuitem', { name: 'Edit' })),
      },
      {
        name: 'an item',
        press: (page) => pressOn(page.getByRole('button', { expanded: false, name: / m/ }).first()),
      },
      { name: 'Begin', press: button('Begin') },
      {
        name: 'Members',
        before: button(/^Chat/),
        press: (page) => pressOn(page.getByRole('tab', { name: /Members/ })),
      },
      {
        name: 'a letter of a message',
        before: async (page) => {
          await button(/^Chat/)(page);
          await page.getByLabel('Message to everyone').click();
        },
        press: key('a'),
      },
      { name: 'No erg nearby?', press: (page) => pressOn(page.getByText('No erg nearby?')) },
      {
        name: 'Use simulated erg',
        before: (page) => page.getByText('No erg nearby?').click(),
        press: button('Use simulated erg'),
      },
    ]),
    ...on(pastSession, [
      { name: 'a result', press: (page) => pressOn(page.getByRole('table').getByRole('link').first()) },
    ]),
    ...on('/row', [
      {
        name: 'Start Workout',
        before: connectSimulated,
        press: button('Start Workout'),
        after: async (page) => {
          await button('Finish')(page);
          await discard(page);
        },
      },
      {
        name: 'Finish',
        before: async (page) => {
          await connectSimulated(page);
          await page.getByRole('button', { name: 'Start Workout' }).click();
          await expect(page.getByRole('button', { name: 'Finish', exact: true })).toBeVisible();
        },
        press: button('Finish'),
        after: discard,
      },
    ]),
    ...on(activity, [
      { name: 'Time of the plots', press: tab('Time') },
      { name: 'the table of strokes', press: (page) => pressOn(page.getByText(/^Table, every/)) },
      { name: 'the next stroke', press: button(/next/i) },
      { name: 'Tools', press: button('Tools') },
      { name: 'Picture', before: button('Tools'), press: button('Picture') },
      { name: 'Add a note', before: button('Tools'), press: button('Add a note') },
    ]),
    ...on(profile, [
      { name: 'the year before', press: button(/previous|before/i) },
      { name: 'Edit profile', press: link('Edit profile') },
    ]),
    ...on('/explore/athletes', [
      { name: 'Follow', press: button(/^Follow/) },
      {
        name: 'a letter of a name',
        before: (page) => page.getByLabel('Athlete name').click(),
        press: key('a'),
      },
    ]),
    ...on('/clubs/harbour/general', [
      { name: '30 days of Meters', press: tab('30 days') },
      { name: 'to Members', press: link('Members') },
    ]),
    ...on('/notifications', [{ name: 'Mark all as read', press: button('Mark all as read') }]),
    ...on('/settings', [{ name: 'Preferences', press: tab('Preferences') }]),
    ...on('/settings#preferences', [
      { name: 'Dark', press: (page) => pressOn(page.getByText('Dark', { exact: true }).first()) },
    ]),
  ];
}

import type { Page } from '@playwright/test';
import type { Member } from './fixtures/product.ts';
import { schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { cockpitOf, connectSimulatedErg, openItem, startWorkout } from './fixtures/session-page.ts';

const item = '500m';

/** Records the properties of all transitions in the cockpit from now on. */
async function watchTransitions(page: Page): Promise<() => Promise<string[]>> {
  const properties = await cockpitOf(page).evaluateHandle((cockpit) => {
    const seen: string[] = [];
    cockpit.addEventListener('transitionrun', (event) => {
      if (event instanceof TransitionEvent) seen.push(event.propertyName);
    });
    return seen;
  });
  return () => properties.jsonValue();
}

const crewOf = ({ page }: Member) => cockpitOf(page).getByRole('region', { name: 'Crew' });

test('three athletes who row one item see each other in lanes: order, gaps, their own lane, and who has stopped sending', async ({
  newMember,
}) => {
  const [ann, ben, cas] = await Promise.all([
    newMember('Ann Oar'),
    newMember('Ben Scull'),
    newMember('Cas Stroke'),
  ]);
  const { _id } = await schedule(ann.context.request, ann.user, { items: [item] });
  const crew = [
    [ann, '105'],
    [ben, '120'],
    [cas, '140'],
  ] as const;
  await Promise.all(
    crew.map(async ([member, pace]) => {
      await member.page.goto(`/sessions/${_id}`);
      await connectSimulatedErg(member.page, pace);
    }),
  );
  // The fastest first, so that the order is certain.
  for (const [member] of crew) await startWorkout(member.page, item);
  const transitions = await watchTransitions(ben.page);

  const lanes = crewOf(ben).getByRole('listitem');
  await expect(lanes).toHaveCount(3);
  await expect(crewOf(ben)).toContainText('2 of 3');
  await expect(lanes.nth(0)).toContainText('Ann Oar');
  await expect(lanes.nth(0)).toContainText('Simulated');
  await expect(lanes.nth(1)).toContainText(/^2You\+\d.*behind Ann Oar/);
  await expect(lanes.nth(2)).toContainText(/^3Cas Stroke/);
  await expect(crewOf(ben)).toContainText(/Ann Oar \d+(\.\d)? s ahead/);
  await expect(crewOf(ben)).toContainText(/Cas Stroke \d+(\.\d)? s behind/);
  await expect(crewOf(ann)).toContainText('1 of 3');
  await expect(crewOf(cas)).toContainText('3 of 3');
  // The page rests between two values: each value moves the boats at once, without a transition.
  const place = crewOf(ben).getByRole('listitem').first().locator('[style]');
  const before = await place.getAttribute('style');
  await expect(place).not.toHaveAttribute('style', before ?? '');
  expect(await transitions()).toEqual([]);

  // Ann's page closes: she keeps her lane, and her silence is counted.
  await ann.page.close();
  await expect(lanes.filter({ hasText: /^\dAnn Oar/ })).toContainText(/No signal \d s$/);
});

test("the item that others are rowing comes first on a member's page, and can be folded", async ({
  newMember,
}) => {
  const [ann, ben] = await Promise.all([newMember('Ann Oar'), newMember('Ben Scull')]);
  const { _id } = await schedule(ann.context.request, ann.user, { items: ['2000m', item] });
  for (const { page } of [ann, ben]) await page.goto(`/sessions/${_id}`);
  const items = ben.page.getByRole('main').locator('section[id^=item-]');
  await expect(items.first()).toContainText('2,000 m');
  await connectSimulatedErg(ann.page, '120');
  await startWorkout(ann.page, item);
  await expect(items.first()).toContainText(item);
  await expect(items.first()).toContainText('Ann Oar');
  await expect(items.last().getByText('No one is rowing this yet.')).toBeHidden();
  await openItem(ben.page, '2000m');
  await expect(items.last().getByText('No one is rowing this yet.')).toBeVisible();
});

import { activitiesOf, schedule } from './fixtures/product-api.ts';
import { expect, test, type Member } from './fixtures/product.ts';
import {
  expectTheWholeRow,
  item,
  name,
  openDevice,
  rowTheFirstHalf,
  rowTheRest,
} from './fixtures/recorded-row.ts';
import { connectMonitor, cockpitOf, itemOf, startWorkout } from './fixtures/session-page.ts';

/*
 * A workout was left in progress on a lost device. Still, a workout that its athlete rows on another device is
 * recorded.
 */
test.describe.configure({ mode: 'parallel' });

type NewMember = (name: string, options?: { ownBrowser: true }) => Promise<Member>;

/**
 * An athlete whose device has rowed the first half of an item of one session and disappeared; the athlete is now at
 * another session.
 */
async function leftOnADevice(newMember: NewMember, left: string) {
  const ann = await newMember(name);
  const first = await schedule(ann.context.request, ann.user, { items: [left] });
  await ann.page.goto(`/sessions/${first._id}`);
  await connectMonitor(ann.page);
  await startWorkout(ann.page, left);
  await rowTheFirstHalf(ann);
  await expect(cockpitOf(ann.page)).toContainText('saved');
  await ann.page.close();
  const next = await schedule(ann.context.request, ann.user, { items: [item] });
  const other = await openDevice(ann, next._id, newMember);
  return { other, leftIn: first._id, sessionId: next._id };
}

/** The row that was left ended unchanged. */
async function expectLeft(other: Member, sessionId: string): Promise<void> {
  await expect
    .poll(async () =>
      (await activitiesOf(other.context.request, sessionId))[0]?.map((one) => one.isCompleted),
    )
    .toEqual([true]);
  const [[only] = []] = await activitiesOf(other.context.request, sessionId);
  expect(only).toMatchObject({ isPartial: true, isLeft: true });
}

test('[SESS-10] a workout rowed while another device has left one is offered, and stored in the item that it fits', async ({
  newMember,
}) => {
  test.setTimeout(180_000);
  const { other, leftIn, sessionId } = await leftOnADevice(newMember, item);
  await connectMonitor(other.page);
  await rowTheFirstHalf(other);
  await rowTheRest(other);
  const offer = other.page.getByRole('complementary', { name: 'Rowed without a workout' });
  await expect(offer).toContainText('Keep this? You rowed 100 m in 0:25.0 ');
  // Its device is silent for 30 s.
  await itemOf(other.page, item).getByRole('button', { name: 'Begin' }).click({ timeout: 60_000 });
  await offer.getByRole('button', { name: 'Move to the session' }).click();
  await expectTheWholeRow(other, sessionId);
  await expectLeft(other, leftIn);
});

test('[SESS-10] a monitor that is set to another workout than the one left on another device is rowed in its own item', async ({
  newMember,
}) => {
  test.setTimeout(180_000);
  const { other, leftIn, sessionId } = await leftOnADevice(newMember, '500m');
  await connectMonitor(other.page);
  await itemOf(other.page, item).getByRole('button', { name: 'Begin' }).click({ timeout: 60_000 });
  await rowTheFirstHalf(other);
  await expect(cockpitOf(other.page).getByRole('button', { name: 'Finish' })).toBeVisible();
  await rowTheRest(other);
  await expectTheWholeRow(other, sessionId);
  await expectLeft(other, leftIn);
});

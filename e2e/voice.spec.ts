import type { CDPSession, Page } from '@playwright/test';
import { schedule } from './fixtures/product-api.ts';
import { expect, newPerson, test } from './fixtures/product.ts';
import { connectSimulatedErg } from './fixtures/session-page.ts';

/* The main job without a mouse or a screen. */

type AXValue = { value?: string | number | boolean };
type AXNode = {
  nodeId: string;
  ignored: boolean;
  role?: AXValue;
  name?: AXValue;
  properties?: { name: string; value: AXValue }[];
  childIds?: string[];
};

/** A page as screen readers see it: Chromium's own accessibility tree. */
class AccessibilityTree {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Returns the focused element as a screen reader announces it: 'button Finish'. */
  async focused(): Promise<string> {
    const nodes = await this.#nodes();
    const focused = nodes.findLast((node) => propertyOf(node, 'focused') === true);
    return focused === undefined ? 'nothing' : wordsOf(focused);
  }

  /** Returns the newest words of the polite live region with a name. */
  async saidIn(region: string): Promise<string | undefined> {
    const nodes = await this.#nodes();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const textOf = (node: AXNode): string =>
      node.role?.value === 'StaticText'
        ? String(node.name?.value ?? '')
        : (node.childIds ?? []).map((id) => textIn(byId.get(id), textOf)).join('');
    return nodes
      .filter((node) => wordsOf(node) === `status ${region}` && propertyOf(node, 'live') === 'polite')
      .map(textOf)
      .at(0);
  }

  async #nodes(): Promise<AXNode[]> {
    const { nodes } = await this.#session.send('Accessibility.getFullAXTree');
    return nodes;
  }
}

async function openAccessibilityTree(page: Page): Promise<AccessibilityTree> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  return new AccessibilityTree(session);
}

const textIn = (node: AXNode | undefined, textOf: (node: AXNode) => string) =>
  node === undefined ? '' : textOf(node);

const propertyOf = (node: AXNode, name: string) =>
  node.properties?.find((property) => property.name === name)?.value.value;

const wordsOf = ({ role, name }: AXNode) => `${String(role?.value)} ${String(name?.value ?? '')}`.trim();

/** Presses keys and counts them; texts typed into a field are not counted. */
class Keyboard {
  presses = 0;
  readonly #page: Page;
  readonly #tree: AccessibilityTree;

  constructor(page: Page, tree: AccessibilityTree) {
    this.#page = page;
    this.#tree = tree;
  }

  async tabTo(element: string): Promise<void> {
    const passed: string[] = [];
    for (let steps = 0; steps < 12; steps += 1) {
      await this.#press('Tab');
      const focused = await this.#tree.focused();
      if (focused === element) return;
      passed.push(focused);
    }
    throw new Error(`No Tab leads to ${element}, but to ${passed.join(', ')}.`);
  }

  async enter(element: string): Promise<void> {
    await this.tabTo(element);
    await this.#press('Enter');
  }

  async fill(field: string, text: string): Promise<void> {
    await this.tabTo(field);
    await this.#page.keyboard.type(text);
  }

  async #press(key: string): Promise<void> {
    this.presses += 1;
    await this.#page.keyboard.press(key);
  }
}

test('from the landing page to a finished workout takes fewer than 30 keys, each with an effect', async ({
  page,
}) => {
  const tree = await openAccessibilityTree(page);
  const keys = new Keyboard(page, tree);
  const said = () => tree.saidIn('Workout');
  const expectFocus = (element: string | RegExp) =>
    expect.poll(() => tree.focused(), { timeout: 10_000 }).toMatch(element);
  const { name, email, password } = newPerson('Kay Board');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();

  await keys.enter('link Sign Up');
  await expectFocus('heading Sign Up');
  await keys.fill('textbox Email', email);
  await keys.fill('textbox Full name', name);
  await keys.fill('textbox Password', password);
  await page.keyboard.press('Enter');
  keys.presses += 1;
  await expectFocus(/^heading \w+day /);
  await expect(page.getByRole('link', { name: 'Just row' })).toBeVisible();

  await keys.enter('link Just row');
  await expectFocus('heading Just row');
  await expect(page.getByText('No erg nearby? Try a simulated one')).toBeVisible();
  await keys.enter('DisclosureTriangle No erg nearby? Try a simulated one');
  // The choice loads when it is opened.
  await expect(page.getByRole('button', { name: 'Use simulated erg' })).toBeVisible();
  await keys.enter('button Use simulated erg');
  await expectFocus(/^paragraph/);
  await keys.enter('button Start Workout');
  await expectFocus('heading Just row');
  await expect.poll(said).toBe('Rowing');

  await keys.enter('button Finish');
  await expectFocus('group Finish this workout now?');
  await keys.enter('button Yes');
  await expectFocus('heading Your result');
  await expect.poll(said).toMatch(/^Finished \d+ m in 0:\d\d\.\d$/);
  console.log(`${keys.presses} keys from the landing page to the result`);
  expect(keys.presses).toBeLessThan(30);
});

test('one polite region announces a workout in a session, from the start over each split to the end', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { page } = ann;
  const { _id } = await schedule(ann.context.request, ann.user, { items: ['250 m @ rate 30'] });
  await page.clock.install();
  await page.goto(`/sessions/${_id}`);
  await connectSimulatedErg(page);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Start Workout' }).click();
  await expect(page.getByRole('region', { name: 'Your erg' })).toContainText('saved');
  const tree = await openAccessibilityTree(page);
  const sentences: string[] = [];
  for (let steps = 0; steps < 60 && !sentences.at(-1)?.startsWith('Finished'); steps += 1) {
    await page.clock.runFor(1_500);
    const words = await tree.saidIn('Workout');
    if (words !== undefined && words !== '' && words !== sentences.at(-1)) sentences.push(words);
  }
  expect(sentences).toEqual([
    'Rowing 250 m rate 30',
    'Target rate 30: 6 below',
    '100 m, 2:02.0, rate 25',
    'Last 100 m',
    '200 m, 2:00.4, rate 25',
    'Finished 1:00.5',
  ]);
});

import { history } from '@boathouse/contract/activities/history';
import { sessions } from '@boathouse/contract/sessions';
import type { Browser, BrowserContext } from '@playwright/test';
import { signIn } from '../fixtures/people.ts';
import { call, userOf } from '../fixtures/product-api.ts';
import { startProductServer } from '../fixtures/product-server.ts';

/** A member of the sample club, on a phone, with the paths of their own pages. */
export type SampleMember = {
  context: BrowserContext;
  profile: string;
  /** The session in progress. */
  session: string;
  /** A session of an earlier day. */
  pastSession: string;
  activity: string;
  close: () => Promise<void>;
};

/** Starts a server with sample data, and signs its coach in on a phone. */
export async function coachOnPhone(browser: Browser): Promise<SampleMember> {
  const server = await startProductServer({
    env: { SAMPLE_DATA: '1', LOG_LEVEL: 'error', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
  });
  const { uid, cookies } = await signIn(server.url, {
    email: 'maren@harbour.example',
    password: 'rowing-together',
  });
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await context.addCookies(cookies);
  const user = await userOf(context.request, uid);
  const now = new Date();
  const query = { year: String(now.getUTCFullYear()), month: String(now.getUTCMonth() + 1) };
  const ofMonth = await call(context.request, sessions.ofUser, { params: { id: user._id }, query });
  const begun = ofMonth
    .filter(({ startAt }) => Date.parse(startAt) <= now.getTime())
    .toSorted((one, other) => one.startAt.localeCompare(other.startAt));
  const { activities } = await call(context.request, history.search, { query: { user: user._id } });
  const pathOf = (folder: string, one: { _id: string } | undefined) => {
    if (one === undefined) throw new Error(`The sample data has nothing for /${folder}.`);
    return `/${folder}/${one._id}`;
  };
  return {
    context,
    profile: `/athletes/${user._id}`,
    session: pathOf('sessions', begun.at(-1)),
    pastSession: pathOf('sessions', begun.at(-3)),
    activity: pathOf('activities', activities[0]),
    close: async () => {
      await context.close();
      await server.stop();
    },
  };
}

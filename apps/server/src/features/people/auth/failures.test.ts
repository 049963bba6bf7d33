import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ProblemSchema } from '@boathouse/contract/errors';
import { onEachDatabase, usePglite } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Answer } from '../../../../test/support/test-app.ts';
import { TestLogins } from '../../../../test/support/test-logins.ts';

const database = usePglite();
const app = useTestApp(database);
const logins = new TestLogins(app);

/** Runs `action` while a table is renamed, so that every query of it fails. */
async function without(table: string, action: () => Promise<Answer>): Promise<Answer> {
  const { db } = database();
  await db.execute(sql.raw(`alter table ${table} rename to out_of_reach`));
  try {
    return await action();
  } finally {
    await db.execute(sql.raw(`alter table out_of_reach rename to ${table}`));
  }
}

/** Returns the parts of a response and of the log that show a server error: logged once, its cause not sent. */
function failureIn(answer: Answer) {
  const problem = ProblemSchema.safeParse(answer.body);
  const logged = app()
    .errors.splice(0)
    .map((line) => JSON.stringify(line));
  return {
    status: answer.status,
    code: problem.data?.code,
    isLoggedOnce: logged.length === 1 && logged[0]?.includes(String(problem.data?.errorId)),
    cause: /relation[^]* does not exist/.test(logged.join()),
    showsQuery: /auth_|select|insert/i.test(JSON.stringify(answer.body)),
  };
}
const failure = { status: 500, code: 'internal', isLoggedOnce: true, cause: true, showsQuery: false };

describe('a failure of the database', () => {
  test('[AUTH-2] is not reported as a rejected sign-up', async () => {
    const person = { email: 'up@athletes.example', password: 'a good password', name: 'Ann' };
    for (const table of ['auth_users', 'auth_accounts']) {
      const answer = await without(table, () => logins.post('sign-up/email', person));
      expect(failureIn(answer), table).toEqual(failure);
    }
    // The failed sign-ups left nothing behind that would reserve the address.
    expect((await logins.post('sign-up/email', person)).status).toBe(200);
  });

  test('[AUTH-1] is not reported as a wrong password, and does not count as a try', async () => {
    await logins.signUp('in@athletes.example');
    const right = { email: 'in@athletes.example', password: 'a good password' };
    for (let tries = 0; tries < 7; tries += 1) {
      expect(failureIn(await without('auth_sessions', () => logins.post('sign-in/email', right)))).toEqual(
        failure,
      );
    }
    expect((await logins.post('sign-in/email', right)).status).toBe(200);
  });

  test('[AUTH-5] is not reported as a sign-out, and the login stays valid', async () => {
    const { cookie } = await logins.signUp('out@athletes.example');
    expect(failureIn(await without('auth_sessions', () => logins.post('sign-out', {}, { cookie })))).toEqual(
      failure,
    );
    expect(await logins.whoIs(cookie)).toMatchObject({ email: 'out@athletes.example' });
  });

  test('is not reported as a missing sign-in', async () => {
    const { cookie } = await logins.signUp('still@athletes.example');
    expect(failureIn(await without('auth_sessions', () => logins.get('get-session', { cookie })))).toEqual(
      failure,
    );
    const call = () => app().call('GET', '/api/users/search?displayName=x', { headers: { cookie } });
    expect(failureIn(await without('auth_sessions', call))).toEqual(failure);
  });
});

onEachDatabase('when several users sign up at once with one address', (each) => {
  const ours = useTestApp(each);

  test('[AUTH-2] one gets the account, and the others get the reason', async () => {
    const body = { email: 'both@athletes.example', password: 'a good password', name: 'Ann' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ours().call('POST', '/api/auth/sign-up/email', { body })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const { status, body: problem } of refused) {
      expect({ status, problem }).toMatchObject({
        status: 422,
        problem: { message: 'User already exists. Use another email.' },
      });
    }
  });
});

describe('text that the database cannot store', () => {
  test('[AUTH-2] is rejected with the name of the field', async () => {
    const wrong: Array<[string, string, object]> = [
      [
        'name',
        'sign-up/email',
        { email: 'nul@athletes.example', password: 'a good password', name: 'A\0nn' },
      ],
      [
        'email',
        'sign-up/email',
        {
          email: `${randomBytes(3000).toString('hex')}@athletes.example`,
          password: 'long enough',
          name: 'Ann',
        },
      ],
      ['token', 'reset-password', { token: '\0', newPassword: 'long enough' }],
    ];
    for (const [field, path, body] of wrong) {
      const answer = await logins.post(path, body);
      expect(problemOf(answer), path).toEqual({ status: 400, code: 'bad_request', fields: [field] });
    }
  });
});

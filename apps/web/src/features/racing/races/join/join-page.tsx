import { raceCodes } from '@boathouse/contract/races/codes';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi, refusalOf } from '../../../../lib/api.ts';
import { forgetInvitation, keepInvitation } from '../../../../lib/invitation.ts';
import { askForLogin, loginQuery, type Login } from '../../../people/auth/index.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { myRaces } from '../athlete/my-races.ts';
import styles from './join-page.module.css';

const claimMs = 15_000;

/** Takes the entry for the account that is logged in; without one, the code begins the login of a guest. */
async function takeEntry(client: QueryClient, code: string) {
  const login = await client.query(loginQuery);
  if (hasAccount(login)) return callApi(raceCodes.claim, { body: { code } }, { withinMs: claimMs });
  const taken = await callApi(raceCodes.enter, { body: { code } }, { withinMs: claimMs });
  await askForLogin(client);
  return taken;
}

const hasAccount = (login: Login | null): boolean => login !== null && login.isGuest !== true;

/** A guest enters the code of their entry, and gets to the race day. */
export function JoinRacePage() {
  const [code, setCode] = useState('');
  const [isTried, setIsTried] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: login } = useQuery(loginQuery);
  const claim = useMutation({
    mutationFn: () => takeEntry(client, code),
    onSuccess: () => {
      forgetInvitation();
      void client.invalidateQueries({ queryKey: ['races'] });
    },
  });
  const isEmpty = code.trim() === '';
  const error =
    isTried && isEmpty
      ? 'Enter the code from your start card.'
      : claim.error === null
        ? undefined
        : refusalOf(claim.error);
  return (
    <div className={styles.page}>
      {login?.isGuest === true && <OwnRaces name={login.name} />}
      <form
        noValidate
        className={styles.card}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          setIsTried(true);
          if (isEmpty || claim.isPending) return;
          // Not from a page that was opened in the meantime.
          claim.mutate(undefined, { onSuccess: ({ event }) => void navigate(`/races/${event}`) });
        }}
      >
        <h1>Row in a race</h1>
        <p className={styles.about}>The club gives you the code of your entry.</p>
        <TextInput
          label="Code"
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="7KQ2-M9XD"
          value={code}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            setCode(value);
            claim.reset();
          }}
        />
        <Button type="submit" look="primary" size="touch" isBusy={claim.isPending}>
          Row in this race
        </Button>
        <p className={styles.about}>
          The club and the athletes in your race see your name and your row. You do not become a member.
        </p>
        {login === null && (
          <p className={styles.about}>
            The code is enough. With an account,{' '}
            <Link to="/login" onClick={() => keepInvitation({ pathname: '/race', hash: '' })}>
              log in
            </Link>{' '}
            first: the row is then in your training too.
          </p>
        )}
      </form>
    </div>
  );
}

/** The way back to the race day for a guest who has entered a code on this device. */
function OwnRaces({ name }: { name: string }) {
  const { data: mine = [] } = useQuery(myRaces);
  const event = mine[0]?.event;
  return (
    <section aria-label="Your race" className={styles.card}>
      <p>
        You are <strong dir="auto">{name}</strong> here.
      </p>
      {event !== undefined && (
        <Link to={`/races/${event}`} className={buttonClass('primary', 'touch')}>
          Open the race day
        </Link>
      )}
    </section>
  );
}

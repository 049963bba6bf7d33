import { raceCodes } from '@boathouse/contract/races/codes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, refusalOf } from '../../../../lib/api.ts';
import { forgetInvitation } from '../../../../lib/invitation.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Page } from '../../../../ui/page.tsx';
import styles from './join-page.module.css';

/** A guest enters the code of their entry, and gets to the race day. */
export function JoinRacePage() {
  const [code, setCode] = useState('');
  const [isTried, setIsTried] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const claim = useMutation({
    mutationFn: () => callApi(raceCodes.claim, { body: { code } }, { withinMs: 15_000 }),
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
    <Page className={styles.page}>
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
      </form>
    </Page>
  );
}

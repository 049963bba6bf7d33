import { areFirstStepsOver, type FirstSteps as Steps, users } from '@boathouse/contract/users';
import { useQuery, useQueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { productQuery } from '../../../lib/product.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { focusPageOf } from '../../../ui/focus-page.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loading } from '../../../ui/states.tsx';
import styles from './first-steps.module.css';
import { CoachStep } from './coach-step.tsx';
import { StepMark } from './step-mark.tsx';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { freshMs } from '../../../lib/first-data.ts';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';

/**
 * The first steps of a new member, checked off from the server's data, until all are done or the member hides them. The
 * dashboard is hidden while this is unknown, so that nothing on it moves.
 */
export function FirstSteps({ userId }: { userId: string }) {
  const { data: steps, isPending } = useQuery(firstStepsOf(userId));
  if (isPending) return <Loading label="Loading the dashboard" />;
  if (steps === undefined || areFirstStepsOver(steps)) return null;
  return <Open userId={userId} steps={steps} />;
}

function Open({ userId, steps }: { userId: string; steps: Steps }) {
  const client = useQueryClient();
  // Fetched again on return: the user may have completed a step.
  useEffect(
    () => () =>
      void client.invalidateQueries({ queryKey: firstStepsOf(userId).queryKey, refetchType: 'none' }),
    [client, userId],
  );
  const hide = useHideFirstSteps(userId);
  const { data: product } = useQuery(productQuery);
  const { hasClub, hasRowed, follows, coaching } = steps;
  const done = [hasClub, hasRowed, follows, coaching.hasSession && coaching.hasInvited].filter(
    Boolean,
  ).length;
  return (
    <div className={styles.place}>
      <Panel title="Your first steps" aside={<p className={styles.done}>{done} of 4 done</p>}>
        <ol className={styles.steps}>
          <Step
            title="Find your club"
            isDone={steps.hasClub}
            action={
              <Link to="/explore/clubs" className={buttonClass()}>
                Find a club
              </Link>
            }
          >
            Its sessions appear on your dashboard.
          </Step>
          <Step
            title="Row now"
            isDone={steps.hasRowed}
            action={
              <Link to="/row" className={buttonClass('primary')}>
                Just row
              </Link>
            }
          >
            {product?.simulatedErg === false
              ? 'Connect your erg, and row as far as you like.'
              : 'On your erg, or on a simulated one.'}
          </Step>
          <Step
            title="Follow someone"
            isDone={steps.follows}
            action={
              <Link to="/explore/athletes" className={buttonClass()}>
                Find athletes
              </Link>
            }
          >
            Their results appear in your feed.
          </Step>
          <CoachStep coaching={coaching} />
        </ol>
        <div className={styles.hide}>
          <Button
            look="quiet"
            isBusy={hide.isPending}
            onClick={(event) => {
              focusPageOf(event.currentTarget);
              hide.mutate();
            }}
          >
            Hide these steps
          </Button>
        </div>
      </Panel>
    </div>
  );
}

type StepProps = { title: string; isDone: boolean; action: ReactNode; children: ReactNode };

function Step({ title, isDone, action, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone}>
      <StepMark isDone={isDone} />
      <div className={styles.words}>
        <h3>{title}</h3>
        <p>{isDone ? 'Done' : children}</p>
      </div>
      {!isDone && action}
    </li>
  );
}

/** The first steps that the viewer has done; fetched again on each visit of the dashboard until all are done. */
function firstStepsOf(userId: string) {
  return queryOptions({
    queryKey: ['users', 'first steps', userId],
    ...apiQuery(users.firstSteps, { params: { id: userId } }),
    staleTime: ({ state }) =>
      state.data !== undefined && areFirstStepsOver(state.data) ? Infinity : freshMs,
    // The dashboard waits for it.
    retry: false,
  });
}

/** Hides the first steps permanently. */
function useHideFirstSteps(userId: string) {
  const client = useQueryClient();
  const action = 'hide first steps';
  return useMutation({
    mutationFn: () => callApi(users.hideFirstSteps, { params: { id: userId }, body: { isHidden: true } }),
    onSuccess: (steps) => {
      closeErrors(action);
      client.setQueryData(firstStepsOf(userId).queryKey, steps);
    },
    onError: (error) => showErrorToast(`Error saving changes. ${messageOf(error)}`, { action }),
  });
}

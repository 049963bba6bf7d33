import type { MyRace } from '@boathouse/contract/races/mine';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { cameToRace, forgetInvitation } from '../../../../lib/invitation.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { InvitationBar } from '../../../../ui/invitation-bar.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { isCalled } from '../called.ts';
import { myRaces } from './my-races.ts';

const CalledLane = lazyPart({
  name: 'The call of your race',
  load: async () => (await loadChunk(() => import('./my-lanes.tsx'))).CalledLane,
});

/** A call counts until the race is rowed. */
const over: readonly MyRace['state'][] = ['finished', 'provisional', 'official'];

/** The call of the user's race, with the way to the erg, or the way to the code for a guest who came for it; else nothing. */
export function RaceCall() {
  return (
    <>
      <Called />
      <CameToRace />
    </>
  );
}

function CameToRace() {
  const [isShown, setIsShown] = useState(cameToRace);
  if (!isShown) return null;
  return (
    <InvitationBar
      onDismiss={() => {
        forgetInvitation();
        setIsShown(false);
      }}
    >
      <p>
        <strong>You came to row in a race.</strong>
      </p>
      <Link to="/race" className={buttonClass('primary')}>
        Enter your code
      </Link>
    </InvitationBar>
  );
}

function Called() {
  const { data } = useQuery(myRaces);
  const call = data?.find((mine) => isCalled(mine) && !over.includes(mine.state));
  if (call === undefined) return null;
  return <CalledLane event={{ _id: call.event, timeZone: call.timeZone }} mine={call} />;
}

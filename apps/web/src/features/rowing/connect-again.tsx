import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { chooseAgain, grantedMonitor, lastMonitor, wasConnected, type KnownMonitor } from '../erg/index.ts';
import { useConnectErg } from './use-connect-erg.ts';

type ConnectAgainProps = { look: 'primary' | 'plain'; isBusy: boolean };

/** Connects the last monitor with one press, and after a reload without one, where the browser can. */
export function ConnectAgain(props: ConnectAgainProps) {
  const monitor = lastMonitor.use();
  return monitor === null ? null : <Again key={monitor.id} monitor={monitor} {...props} />;
}

/** The monitor has to be woken first. */
const resumeWithinMs = 60_000;

function Again({ monitor, look, isBusy }: ConnectAgainProps & { monitor: KnownMonitor }) {
  const { again } = useConnectErg();
  const isWaiting = useRef(false);
  const connect = useRef(again);
  useEffect(() => {
    connect.current = again;
  }, [again]);
  useEffect(() => {
    if (!wasConnected(monitor)) return;
    isWaiting.current = true;
    void grantedMonitor(monitor, resumeWithinMs).then((device) => {
      // Another one may be connected, or this one by a press.
      if (device !== null && isWaiting.current) connect.current(() => Promise.resolve(device));
    });
    return () => {
      isWaiting.current = false;
    };
  }, [monitor]);
  return (
    <Button
      size="touch"
      look={look}
      isBusy={isBusy}
      onClick={() => {
        isWaiting.current = false;
        again(() => chooseAgain(monitor));
      }}
    >
      {/* One text: the children of a button stand side by side. */}
      <span>
        Connect <bdi>{monitor.name}</bdi> again
      </span>
    </Button>
  );
}

import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import {
  chooseAgain,
  grantedMonitor,
  lastMonitor,
  shownNameOf,
  wasConnected,
  type KnownMonitor,
} from '../erg/index.ts';
import { useConnectErg } from './use-connect-erg.ts';

type ConnectAgainProps = {
  look: 'primary' | 'plain';
  /** This monitor is connecting. */
  isBusy: boolean;
  /** Another one is connecting. */
  isDisabled: boolean;
  /** Called before it connects. */
  onConnect: () => void;
};

/** Connects the last monitor with one press, and after a reload without one, if the browser can. */
export function ConnectAgain(props: ConnectAgainProps) {
  const monitor = lastMonitor.use();
  return monitor === null ? null : <Again key={monitor.id} monitor={monitor} {...props} />;
}

/** After this time the user must wake the monitor first. */
const resumeWithinMs = 60_000;

function Again({
  monitor,
  look,
  isBusy,
  isDisabled,
  onConnect,
}: ConnectAgainProps & { monitor: KnownMonitor }) {
  const { again } = useConnectErg();
  const isWaiting = useRef(false);
  const connect = useRef<typeof again>(() => {});
  useEffect(() => {
    connect.current = (choose) => {
      onConnect();
      again(choose);
    };
  });
  useEffect(() => {
    if (!wasConnected(monitor)) return;
    isWaiting.current = true;
    void grantedMonitor(monitor, resumeWithinMs).then((device) => {
      // The athlete may have connected another monitor in the meantime, or this one with a press.
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
      aria-disabled={isDisabled}
      onClick={() => {
        if (isDisabled) return;
        isWaiting.current = false;
        connect.current(() => chooseAgain(monitor));
      }}
    >
      {/* One text, because the children of a button are placed side by side. */}
      <span>
        Connect <bdi>{shownNameOf(monitor)}</bdi> again
      </span>
    </Button>
  );
}

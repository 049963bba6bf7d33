import { PinLogin, useIsPinLogin } from '../../../people/auth/index.ts';
import { Logins } from './logins.tsx';
import { SharedDevices } from './shared-devices.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Tokens } from './tokens.tsx';

export function Security({ uid }: { uid: string }) {
  if (useIsPinLogin()) {
    return <PinLogin>These settings need a login with your password.</PinLogin>;
  }
  return (
    <>
      <SecondFactor uid={uid} />
      <Logins uid={uid} />
      <SharedDevices uid={uid} />
      <Tokens uid={uid} />
    </>
  );
}

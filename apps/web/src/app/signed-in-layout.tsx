import { UiKitProvider } from '../ui/mantine-provider.tsx';
import { SignedInOnly } from './auth-gate.tsx';
import { Shell } from './shell.tsx';

export function SignedInLayout() {
  return (
    <UiKitProvider>
      <SignedInOnly>
        <Shell />
      </SignedInOnly>
    </UiKitProvider>
  );
}

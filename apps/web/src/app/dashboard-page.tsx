import { useCurrentUser } from '../features/auth/index.ts';

export function DashboardPage() {
  const user = useCurrentUser();
  return (
    <main>
      <h1>{user.displayName}</h1>
    </main>
  );
}

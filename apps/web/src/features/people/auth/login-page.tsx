import { Link } from 'react-router';
import { LoginForm } from './login-form.tsx';

export function LoginPage() {
  return (
    <LoginForm
      title="Log In"
      footer={
        <>
          New here? <Link to="/register">Sign Up</Link>
        </>
      }
    />
  );
}

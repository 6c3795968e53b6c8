import { PublicPage } from '@/ui/PublicPage';
import { LoginForm } from './components/LoginForm';

export default function LoginPage() {
  return (
    <PublicPage>
      <LoginForm />
    </PublicPage>
  );
}

import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { translate } from '@/i18n';
import { PageSpinner } from './PageSpinner';
import { toast } from './toast';

/** A092 A129: time to read why. */
const LEAVE_MS = 1000;

/** Says that a page is not for this user, or not in the company's plan, and leads home. */
export function Refused({ reason }: { reason: 'super' | 'plan' }) {
  const navigate = useNavigate();
  // Synchronises with the clock: the notice stands for a moment before the page goes.
  useEffect(() => {
    toast.error(translate(reason === 'plan' ? 'shell.notInPlan' : 'shell.noPermission'));
    const timer = setTimeout(() => void navigate('/', { replace: true }), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [reason, navigate]);
  return <PageSpinner />;
}

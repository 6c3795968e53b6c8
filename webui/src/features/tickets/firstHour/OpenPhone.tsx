import Smartphone from 'lucide-react/icons/smartphone';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';

interface OpenPhoneProps {
  connectionId: number;
  isWide?: boolean;
}

/** A customer's simulated phone, which writes to this number, in a window beside this one. */
export function OpenPhone({ connectionId, isWide }: OpenPhoneProps) {
  const t = useT();
  return (
    <Button
      variant="secondary"
      icon={<Smartphone />}
      isWide={isWide ?? false}
      onClick={() => window.open(paths.phoneAt(connectionId), 'guiche-phone', 'noopener')}
    >
      {t('firstHour.answer.open')}
    </Button>
  );
}

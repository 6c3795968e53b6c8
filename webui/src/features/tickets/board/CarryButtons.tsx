import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { Button } from '@/ui/Button';
import { CarryBar, CarryButtons as Buttons, CarryText } from './Board.styles';
import type { Lane } from './model';
import type { Lifting } from './useLift';

/** After a long press: the lanes beside this one. */
export function CarryButtons({ lifting, lanes }: { lifting: Lifting; lanes: readonly Lane[] }) {
  const t = useT();
  const { lift } = lifting;
  if (lift?.by !== 'touch') return null;
  const at = lanes.findIndex(({ key }) => key === lift.from.lane);
  const [before, after] = [lanes[at - 1], lanes[at + 1]];
  return (
    <CarryBar role="group" aria-label={t('board.carry', { name: displayName(lift.ticket.contact.name) })}>
      <CarryText>{t('board.carry', { name: displayName(lift.ticket.contact.name) })}</CarryText>
      <Buttons>
        {before && (
          <Button variant="secondary" size="lg" icon={<ArrowLeft />} onClick={() => lifting.carryTo(before.key)}>
            {before.name}
          </Button>
        )}
        {after && (
          <Button variant="secondary" size="lg" icon={<ArrowRight />} onClick={() => lifting.carryTo(after.key)}>
            {after.name}
          </Button>
        )}
        <Button variant="ghost" size="lg" onClick={lifting.cancel}>
          {t('board.cancel')}
        </Button>
      </Buttons>
    </CarryBar>
  );
}

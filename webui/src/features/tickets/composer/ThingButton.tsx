import Contact from 'lucide-react/icons/contact';
import MapPin from 'lucide-react/icons/map-pin';
import Plus from 'lucide-react/icons/plus';
import { Suspense, useState } from 'react';
import { useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { lazyLayer } from '@/ui/lazyLayer';
import { Menu } from '@/ui/Menu';
import type { Piece } from './pieces';

const ThingDialog = lazyLayer(() => import('./ThingDialog'), 'things');

/** What else can be sent: a place, a contact card. */
export default function ThingButton({ onSend }: { onSend: (piece: Piece) => void }) {
  const t = useT();
  const [kind, setKind] = useState<'place' | 'person' | null>(null);
  return (
    <>
      <Menu
        label={t('compose.more')}
        align="start"
        trigger={
          <IconButton label={t('compose.more')}>
            <Plus />
          </IconButton>
        }
        items={[
          { id: 'place', label: t('compose.place'), icon: <MapPin />, onSelect: () => setKind('place') },
          { id: 'person', label: t('compose.person'), icon: <Contact />, onSelect: () => setKind('person') },
        ]}
      />
      {kind && (
        <Suspense fallback={null}>
          <ThingDialog kind={kind} onSend={onSend} onClose={() => setKind(null)} />
        </Suspense>
      )}
    </>
  );
}

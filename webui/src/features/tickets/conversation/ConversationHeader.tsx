import ArrowLeft from 'lucide-react/icons/arrow-left';
import UserRound from 'lucide-react/icons/user-round';
import { useLocation, useNavigate } from 'react-router';
import type { Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { showContact, useIsContactShown } from '@/state/contactDrawer';
import { Avatar } from '@/ui/Avatar';
import { IconButton } from '@/ui/IconButton';
import { Back, NameButton, Names, Root, Side, Subtitle, Title } from './ConversationHeader.styles';
import { HeaderActions } from './HeaderActions';

/** S033 */
export function ConversationHeader({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const isContactShown = useIsContactShown();
  const { contact, user, id } = ticket;
  const holder = user ? t('tickets.assigned', { name: user.name }) : t(`tickets.status.${ticket.status}`);
  return (
    <Root>
      {pathname !== paths.board && (
        <Back>
          <IconButton label={t('tickets.back')} onClick={() => void navigate({ pathname: paths.tickets, search })}>
            <ArrowLeft />
          </IconButton>
        </Back>
      )}
      <Avatar name={contact.name} picture={contact.profilePicUrl} size={36} />
      <Names>
        <Title>
          <NameButton type="button" aria-expanded={isContactShown} onClick={() => showContact(!isContactShown)}>
            {displayName(contact.name)}
          </NameButton>
        </Title>
        <Subtitle>
          #{id} · {holder}
        </Subtitle>
      </Names>
      <Side>
        <IconButton
          label={t('tickets.contactSide')}
          aria-pressed={isContactShown}
          onClick={() => showContact(!isContactShown)}
        >
          <UserRound />
        </IconButton>
      </Side>
      <HeaderActions ticket={ticket} />
    </Root>
  );
}

import MessageSquare from 'lucide-react/icons/message-square';
import { useMemo } from 'react';
import { useT } from '@/i18n';
import { formatPhone } from '@/lib/phone';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { parseVcard } from './vcard';
import { Card, CardText, CardTitle } from './Card.styles';
import { useConversationActions } from './conversationActions';
import { Unsupported } from './Unsupported';

/** The people of a contact card, each with the way to a conversation. */
export function ContactCards({ text }: { text: string }) {
  const t = useT();
  const { talkTo } = useConversationActions();
  const cards = useMemo(() => parseVcard(text), [text]);
  if (cards.length === 0) return <Unsupported />;
  return cards.map((card) => {
    const phone = card.phones[0];
    return (
      <Card key={`${card.name} ${phone?.number}`}>
        <Avatar name={card.name} size={36} />
        <div>
          <CardTitle>{card.name}</CardTitle>
          <CardText>{phone ? formatPhone(phone.label) : (card.email ?? card.organization)}</CardText>
        </div>
        {phone && (
          <Button
            variant="secondary"
            size="sm"
            icon={<MessageSquare />}
            onClick={() => talkTo({ name: card.name, number: phone.number.replaceAll(/\D/g, '') })}
          >
            {t('tickets.talk')}
          </Button>
        )}
      </Card>
    );
  });
}

import { useQuery } from '@tanstack/react-query';
import { contactProfileOptions } from '@/api/contacts';
import { useT } from '@/i18n';
import { BusinessFacts } from '@/ui/BusinessFacts';
import { Section } from './Section';

/** What a contact that is a business says of itself; nothing of anybody else, and nothing while it is not known. */
export function BusinessProfile({ contactId }: { contactId: number }) {
  const t = useT();
  const profile = useQuery(contactProfileOptions(contactId)).data?.profile;
  if (!profile) return null;
  return (
    <Section title={t('business.title')}>
      <BusinessFacts profile={profile} />
    </Section>
  );
}

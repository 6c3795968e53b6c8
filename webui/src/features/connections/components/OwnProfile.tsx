import { useQuery } from '@tanstack/react-query';
import { useT } from '@/i18n';
import { BusinessFacts } from '@/ui/BusinessFacts';
import { FieldGroup } from '@/ui/FieldGroup';
import { ownProfileOptions } from '../api';

/** What a paired number says of its own business; nothing while it is not known. */
export function OwnProfile({ connectionId }: { connectionId: number }) {
  const t = useT();
  const profile = useQuery(ownProfileOptions(connectionId)).data?.profile;
  if (!profile) return null;
  return (
    <FieldGroup>
      <legend>{t('business.own')}</legend>
      <BusinessFacts profile={profile} />
    </FieldGroup>
  );
}

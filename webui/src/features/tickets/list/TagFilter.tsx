import { useQuery } from '@tanstack/react-query';
import { useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import { tagsOptions } from '@/api/tags';
import { FilterButton } from './FilterButton';
import { QueueDot } from '@/ui/QueueDot';

interface TagFilterProps {
  chosen: readonly number[];
  onChange: (tags: readonly number[]) => void;
}

/** Tickets that have every chosen tag. */
export function TagFilter({ chosen, onChange }: TagFilterProps) {
  const t = useT();
  const { data: tags = [] } = useQuery(tagsOptions);
  const items = tags.map((tag) => ({
    kind: 'check' as const,
    id: String(tag.id),
    label: tag.name,
    icon: <QueueDot queue={tag} />,
    isChecked: chosen.includes(tag.id),
    onChange: (isChecked: boolean) => onChange(isChecked ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id)),
  }));
  const none = { kind: 'heading' as const, id: 'none', label: t('search.noTags') };
  return (
    <Menu
      label={t('search.tagFilter')}
      align="start"
      trigger={
        <FilterButton isActive={chosen.length > 0}>{t('search.tagCount', { count: chosen.length })}</FilterButton>
      }
      items={items.length > 0 ? items : [none]}
    />
  );
}

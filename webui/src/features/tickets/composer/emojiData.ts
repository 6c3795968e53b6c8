import type { EmojiData } from 'frimousse';
import type { Locale } from '@/state/locale';

const parts = {
  pt: () => import('virtual:emojis/pt'),
  en: () => import('virtual:emojis/en'),
  es: () => import('virtual:emojis/es'),
} satisfies Record<Locale, unknown>;

/** Emoji with their names in the user's language; from this server, as everything else. */
export async function emojiData(locale: string): Promise<EmojiData> {
  const language: Locale = locale === 'en' || locale === 'es' ? locale : 'pt';
  const { emojis, categories } = (await parts[language]()).default;
  return {
    locale: language,
    categories,
    emojis: emojis.map(([emoji, label, category, words]) => ({
      emoji,
      label,
      category,
      version: 0,
      tags: words.split(' '),
    })),
    skinTones: { dark: '', light: '', medium: '', 'medium-dark': '', 'medium-light': '' },
  };
}

/** The emoji that a desk uses, by kind. Each group is a line of characters; what can have a skin tone has the neutral one. */
export const EMOJI_GROUPS = {
  faces:
    '😀 😃 😄 😁 😅 😂 🙂 😉 😊 😇 🥰 😍 😘 😋 😎 🤩 🤔 🤨 😐 😶 🙄 😏 😬 😌 😔 😴 😷 🤒 🥵 🥶 😵 🥳 😕 😟 🙁 😮 😳 🥺 😢 😭 😱 😖 😤 😡 🤝',
  hands: '👍 👎 👌 ✌️ 🤞 👋 🙏 👏 🙌 💪 👉 👈 👆 👇 ✍️ 🤙 🫶 👀 🙋 🤷 🙅 🙆',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 💕 💖 ✨ ⭐ 🌟 🔥 🎉 🎊 🎁 🎂 🏆 🌹 💐 🌻 🍀',
  work: '📦 🚚 🛵 ✈️ 🏠 🏢 🏪 🛒 🛍️ 💳 💰 💵 🧾 📄 📎 📌 📍 📅 ⏰ ⏳ 📞 📱 💻 🖨️ 📷 🎧 🔑 🔒 🔧 🧰 💡 🔎 ✉️ 📣 👕 👗 👟 👜 🕶️ 💍 🍕 🍔 🥗 ☕ 🍰 🍎 💊 🏥',
  signs: '✅ ☑️ ❌ ⚠️ ❗ ❓ ➕ ➖ ➡️ ⬅️ ⬆️ ⬇️ 🔄 🆗 🆕 🔴 🟡 🟢 🔵 ⚪ ⚫ 1️⃣ 2️⃣ 3️⃣ 4️⃣ 5️⃣ 💯 🇧🇷',
} as const;

export type EmojiGroup = keyof typeof EMOJI_GROUPS;

export const emojiOf = (group: EmojiGroup): readonly string[] => EMOJI_GROUPS[group].split(' ');

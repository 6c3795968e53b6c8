// Loads the package's WhatsApp Web server with its private members open, so that what it lacks can be added by classes that
// extend its own. Nothing of the package is copied; a member that is not there any more fails when a class first uses it.
const SERVER = '/crabline/dist/src/servers/whatsapp-baileys-websocket.js'

export async function load(url, context, next) {
  const loaded = await next(url, context)
  if (!url.endsWith(SERVER)) return loaded
  const source = loaded.source
    .toString()
    .replace(/#(?=[a-zA-Z])/g, 'open_')
    .concat('\nexport { BaileysNoiseServer, WhatsAppBaileysWebSocketSession };\n')
  return { ...loaded, source }
}

// What the sweep finds and is meant so: each with its reason. A line matches `surface › control: gesture: fault`.

const ACCEPTED = [
  // two dates of a filter that was not applied: nothing is lost that was anywhere
  [/^\/ › button «(Datas de|Últimos) [^»]*»( › [^:]*)?: dirty input: Escape drops what was typed$/],
  // the page says why: a contact with tickets, a list of a campaign, a connection that is connected, a flow without an address
  [/ › button «Excluir»: .*console: .*status of 40[09] .*\/api\/(contacts|contact-lists|whatsapp)\/\d+\]$/],
  [/ › button «Testar»: .*console: .*status of 400 .*\/api\/queueIntegration\/testSession\]$/],
  // the name of a filter stands there again when it is opened
  [
    /^\/tickets(\/[0-9a-f-]{36})? › button «Filtros salvos»( › textbox «[^»]*»)?: dirty input: Escape drops what was typed$/,
  ],
  // the ticket whose address this was is deleted by a gesture of the sweep itself
  [/^\/tickets\/[0-9a-f-]{36} › .*console: .*status of 404 .*\/api\/tickets\/u\/[0-9a-f-]{36}\]$/],
];

export const isAccepted = (line) => ACCEPTED.some(([pattern]) => pattern.test(line));

// spec: A029 A051 A086 A118 A121 A144
import { createServer } from "node:http";

/** A flow on an address that the desk calls its own: says what it was told, and keeps it. */
async function startFlow() {
  const asked = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      const told = JSON.parse(text);
      asked.push(told);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ reply: `Fluxo ouviu: ${told.message.body}` }));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.2", resolve));
  return {
    asked,
    url: `http://127.0.0.2:${server.address().port}/webhook/pedidos`,
    close: () => server.close(),
  };
}

export default {
  name: "an admin connects a flow, tries it out, and it answers customers until a person takes over",
  async run({ ask, newPage, newSignedInPage, simulator, partsOf, people, see, gone, axe, until, overflowOf, accept, assert }) {
    const flow = await startFlow();
    try {
      const admin = await newSignedInPage(people.admin);
      const parts = partsOf(admin);
      const name = `Pedidos ${Date.now() % 100_000}`;
      const row = (page) => page.getByRole("row", { name: new RegExp(name) });
      await admin.getByRole("link", { name: "Integrações" }).click();
      await see(admin.getByRole("heading", { level: 1, name: "Integrações" }));
      const watcher = await admin.context().newPage();
      await watcher.goto("/queue-integration");
      await see(watcher.getByRole("heading", { level: 1, name: "Integrações" }));
      const field = (label) => parts.dialog.getByLabel(label, { exact: true });
      const save = () => parts.dialog.getByRole("button", { name: "Salvar" }).click();

      await parts.button("Nova integração").first().click();
      await field("Nome").fill("x");
      await save();
      await see(parts.dialog.getByText("nome muito curto"));
      await field("Nome").fill(name);
      await save();
      await see(parts.dialog.getByText("Obrigatório"));
      // each kind asks for its own, Typebot with the usual numbers
      await field("Tipo").selectOption({ label: "Typebot" });
      assert.equal(await field("Pausa antes de cada mensagem (ms)").inputValue(), "1000");
      assert.equal(await field("Recomeçar após (minutos)").inputValue(), "1");
      await axe(admin, "new integration of typebot");
      await field("Tipo").selectOption({ label: "Dialogflow" });
      await see(field("Chave da conta de serviço (JSON)"));
      await field("Tipo").selectOption({ label: "n8n" });
      await field("Nome").fill(name);
      await field("Endereço").fill(flow.url);
      await field("Testar com o texto").fill("um teste");
      await parts.dialog.getByRole("button", { name: "Testar" }).click();
      await see(parts.dialog.getByText("Fluxo ouviu: um teste"));
      assert.equal(flow.asked.length, 1);
      await axe(admin, "integration tried out");
      await save();
      await gone(parts.dialog);
      await see(row(admin).getByText(flow.url));
      await see(row(watcher).getByText("n8n"));

      // an address inside the house is refused, and what is half written is not lost by Escape
      await row(admin).getByRole("button", { name: `Editar ${name}` }).click();
      await field("Endereço").fill("https://127.0.0.1/x");
      admin.expectErrors(/status of 400 .*\/api\/queueIntegration/);
      await save();
      await see(parts.dialog.getByRole("alert"));
      await admin.keyboard.press("Escape");
      await see(admin.getByText("Descartar as mudanças?"));
      await admin.getByRole("button", { name: "Descartar", exact: true }).click();
      await gone(parts.dialog);

      // the number hands its customers to the flow
      const connection = await simulator.connectionOf("Lojas Aurora");
      const set = (path, body) => ask(admin, "PUT", path, body);
      await admin.getByRole("link", { name: "Conexões" }).click();
      await admin.getByRole("button", { name: /^Editar Matriz/ }).click();
      await parts.dialog.getByRole("tab", { name: "Chatbot" }).click();
      await parts.dialog.getByLabel("Integração", { exact: true }).selectOption({ label: name });
      await parts.dialog.getByRole("button", { name: "Salvar" }).click();
      await gone(parts.dialog);
      await set("/settings/scheduleType", { value: "disabled" });

      const customer = simulator.newCustomer("Iolanda");
      await simulator.say(connection, { ...customer, body: "Cadê meu pedido?" });
      await until(async () => (await simulator.ledgerOf(connection, customer.from)).length === 1, {
        what: "the flow answers the customer",
      });
      assert.equal(flow.asked[1].message.conversation, "Cadê meu pedido?");
      const marina = await newSignedInPage(people.marina);
      await accept(marina, customer.pushName);
      const hers = partsOf(marina);
      await see(hers.message("Fluxo ouviu: Cadê meu pedido?"));
      await simulator.say(connection, { ...customer, body: "Alguém aí?" });
      await see(hers.message("Alguém aí?"));
      assert.equal(flow.asked.length, 2, "a person has it: the flow is silent");
      await set("/settings/scheduleType", { value: "company" });

      // one in use stays
      await admin.goto("/queue-integration");
      admin.expectErrors(/status of 409 .*\/api\/queueIntegration/);
      await row(admin).getByRole("button", { name: `Excluir ${name}` }).click();
      await parts.dialog.getByRole("button", { name: "Excluir" }).click();
      await see(parts.notice("Uma conexão ou fila usa esta integração."));
      await gone(parts.dialog);
      await set(`/whatsapp/${connection}`, { integrationId: null });

      await axe(admin, "integrations");
      // the sign-in is one that no other page renews
      await admin.reload();
      await see(row(admin));
      let last = admin;
      for (const theme of ["light", "dark"]) {
        const narrow = await newPage({ storageState: await last.context().storageState(), size: "narrow", theme });
        last = narrow;
        await narrow.goto("/queue-integration");
        await see(row(narrow));
        await until(async () => (await overflowOf(narrow)) === 0, { what: "nothing beside the page" });
        await axe(narrow, `integrations, narrow, ${theme}`);
        await narrow.getByRole("button", { name: `Editar ${name}` }).click();
        await see(partsOf(narrow).dialog.getByLabel("Nome", { exact: true }));
        await axe(narrow, `integration, narrow, ${theme}`);
      }

      // an attendant has neither the item nor the page
      assert.equal(await marina.getByRole("link", { name: "Integrações" }).count(), 0);
      await marina.goto("/queue-integration");
      await until(async () => !marina.url().endsWith("/queue-integration"), { what: "led away" });
    } finally {
      flow.close();
    }
  },
};

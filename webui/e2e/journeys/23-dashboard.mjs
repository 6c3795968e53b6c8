// spec: S009 S018 S024 S025 S026 S027 S078 S131 S140 S142
export default {
  name: "an admin filters the dashboard, looks at both charts and sees who is online; attendants have none",
  async run({ newPage, newSignedInPage, partsOf, overflowOf, people, see, gone, axe, until, assert }) {
    const page = await newSignedInPage(people.admin);
    const parts = partsOf(page);
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    const cards = parts.main.getByRole("list", { name: "Números do período" });
    const card = (name) => cards.getByRole("listitem").filter({ hasText: name });
    for (const name of [
      "Em Conversa",
      "Aguardando",
      "Finalizados",
      "Novos Contatos",
      "T.M. de Conversa",
      "T.M. de Espera",
    ])
      await see(card(name));
    assert.match(await card("T.M. de Conversa").innerText(), /\d\dh \d\dm/);

    // by period: nothing chosen is said, ninety days show the demonstration
    const filter = () => parts.main.getByRole("button", { name: "Filtrar" }).first().click();
    await page.getByLabel("Tipo de filtro").selectOption("period");
    await filter();
    await see(parts.notice("Parametrize o filtro"));
    await page.getByLabel("Período", { exact: true }).selectOption("90");
    await filter();
    await until(async () => /[1-9]/.test(await card("Finalizados").innerText()), {
      what: "finished conversations",
    });
    const attendants = parts.main.getByRole("region", { name: "Atendentes" });
    const marina = attendants.getByRole("row", { name: /Marina/ });
    await see(marina.getByRole("img", { name: "Muito satisfeito" }));
    assert.match(await marina.innerText(), /\d\dh \d\dm/);
    // whoever was there a moment ago counts for fifteen seconds more
    await marina.getByText("Offline").waitFor({ timeout: 30_000 });

    // whoever comes is seen at once
    const desk = await newSignedInPage(people.marina);
    await see(marina.getByText("Online"));
    assert.equal(await desk.getByRole("link", { name: "Dashboard" }).count(), 0);
    await desk.goto("/");
    await desk.waitForURL("**/tickets");

    // how long customers waited, by what their conversations had, with a way to these
    const times = parts.main.getByRole("region", { name: "Tempos de resposta e resolução" });
    const sales = times.getByRole("row", { name: /^Vendas/ });
    await see(sales);
    assert.match(await sales.innerText(), /\d+ (s|min|h|d)/);
    const saved = page.waitForEvent("download");
    await times.getByRole("button", { name: "Exportar" }).click();
    assert.equal((await saved).suggestedFilename(), "tempos.csv");
    await times.getByRole("tab", { name: "Conexão" }).click();
    await see(times.getByRole("row", { name: /^Matriz/ }));
    await times.getByRole("tab", { name: "Atendente" }).click();
    await times.getByRole("link", { name: /Marina/ }).click();
    await page.waitForURL((url) => url.pathname === "/tickets" && url.searchParams.get("tab") === "search");
    await see(page.getByRole("list", { name: "Atendimentos" }).getByRole("listitem").first());
    await page.goBack();
    await see(card("Finalizados"));

    // each chart has its own dates
    const users = parts.main.getByRole("region", { name: "Conversas por atendente" });
    const days = parts.main.getByRole("region", { name: "Conversas por dia" });
    const choose = async (chart, first, last) => {
      await chart.getByLabel("Data inicial").fill(first);
      await chart.getByLabel("Data final").fill(last);
      await chart.getByRole("button", { name: "Filtrar" }).click();
    };
    const day = (back) => {
      const date = new Date(Date.now() - back * 86_400_000);
      return date.toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
    };
    await choose(days, day(30), day(0));
    await see(days.getByRole("img", { name: "Conversas por dia" }));
    await until(async () => (await days.getByRole("row").count()) === 32, { what: "31 days" });
    await choose(days, day(0), day(0));
    await until(async () => (await days.getByRole("row").count()) === 25, { what: "24 hours" });
    await choose(users, day(60), day(0));
    await see(users.getByRole("img", { name: "Conversas por atendente" }));
    assert.ok((await users.getByRole("row", { name: /Rafael/ }).count()) === 1);
    await choose(users, "", "");
    await see(parts.notice("Parametrize o filtro"));

    // what cannot be had is said, and asked for again
    await page.route("**/api/dashboard/tickets*", (route) => route.abort());
    page.expectErrors(/ERR_FAILED/);
    await choose(users, day(50), day(0));
    await see(users.getByRole("alert").getByText("Erro ao obter informações da conversa"));
    await choose(days, day(50), day(0));
    await see(days.getByRole("alert").getByText("Erro ao buscar informações dos tickets"));
    await page.unroute("**/api/dashboard/tickets*");
    for (const chart of [users, days]) {
      await chart.getByRole("button", { name: "Tentar de novo" }).click();
      await gone(chart.getByRole("alert"));
      await see(chart.getByRole("img"));
    }
    await axe(page, "dashboard, light");
    assert.equal(await overflowOf(page), 0, "the dashboard scrolls sideways");
    const excess = () => document.documentElement.scrollHeight - document.documentElement.clientHeight;
    assert.equal(await page.evaluate(excess), 0, "the menu scrolls away with the dashboard");

    const keeps = await page.context().storageState();
    const dark = await newPage({ storageState: keeps, theme: "dark" });
    await dark.goto("/");
    await see(dark.getByText("Novos Contatos"));
    await see(dark.getByRole("img", { name: "Conversas por dia" }));
    await axe(dark, "dashboard, dark");
    const narrow = await newPage({ storageState: await dark.context().storageState(), size: "narrow" });
    await narrow.goto("/");
    await see(narrow.getByText("Novos Contatos"));
    await axe(narrow, "dashboard, narrow");
    assert.equal(await overflowOf(narrow), 0, "the narrow dashboard scrolls sideways");
  },
};

// spec: A012 A018 A038 A104
import { test } from '../support/test.mjs';

test('a super user writes a help video, and everybody watches it without a visit before the click', async ({
  newSignedInPage,
  partsOf,
  people,
  see,
  gone,
  axe,
  until,
  overflowOf,
  assert,
}) => {
  const root = await newSignedInPage(people.super);
  const marina = await newSignedInPage(people.marina);
  const asked = [];
  await marina.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>video</title><p>vídeo</p>' });
  });
  await marina.getByRole('link', { name: 'Ajuda', exact: true }).click();
  await marina.waitForURL('**/helps');
  await see(marina.getByRole('heading', { name: 'Ajuda (0)' }));
  await see(marina.getByText('Nenhum vídeo ainda'));

  await root.goto('/settings?tab=helps');
  const parts = partsOf(root);
  await root.getByRole('button', { name: 'Novo vídeo' }).first().click();
  const save = () => parts.dialog.getByRole('button', { name: 'Salvar' }).click();
  await save();
  await see(parts.dialog.getByText('Obrigatório').first());
  await parts.dialog.getByLabel('Título').fill('Primeiros passos');
  await parts.dialog.getByLabel('Código ou link do vídeo').fill('https://example.com/video');
  await parts.dialog.getByLabel('Descrição').fill('Da conexão à primeira resposta.');
  root.expectErrors(/status of 400 .*\/api\/helps/);
  await save();
  await see(parts.dialog.getByText(/Não foi possível salvar o vídeo/));
  await parts.dialog.getByLabel('Código ou link do vídeo').fill('https://youtu.be/dQw4w9WgXcQ');
  await axe(root, 'new help video');
  await save();
  await gone(parts.dialog);
  await see(root.getByRole('row', { name: /Primeiros passos.*dQw4w9WgXcQ/ }));
  await axe(root, 'help videos, administered');

  // there at once; nothing of another site is asked for before the click
  await see(marina.getByRole('heading', { name: 'Ajuda (1)' }));
  const card = marina.getByRole('button', { name: /^Assistir: Primeiros passos/ });
  await see(card);
  await axe(marina, 'help');
  await marina.getByRole('searchbox').fill('conexao');
  await see(card);
  await marina.getByRole('searchbox').fill('xyz');
  await see(marina.getByText('Nenhum vídeo encontrado'));
  await marina.getByRole('searchbox').fill('');
  assert.deepEqual(asked, []);
  await card.click();
  const dialog = partsOf(marina).dialog;
  await see(dialog.getByTitle('Primeiros passos'));
  await until(async () => asked.length === 1, { what: 'the video is asked for' });
  assert.match(asked[0], /youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/);
  await axe(marina, 'a video');
  await marina.keyboard.press('Escape');
  await gone(dialog);
  assert.equal(await marina.locator('iframe').count(), 0);
  await marina.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(marina), 0);

  await root.getByRole('button', { name: 'Excluir Primeiros passos' }).click();
  await parts.dialog.getByRole('button', { name: 'Excluir' }).click();
  await see(marina.getByRole('heading', { name: 'Ajuda (0)' }));
});

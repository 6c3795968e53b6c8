// spec: S005 S007 S008 S023 S054 S056 S076 S112 S131 S141 A128
import { test } from '../support/test.mjs';

test('a company signs itself up, and its admin signs in', async ({
  unique,
  newPage,
  signIn,
  overflowOf,
  see,
  until,
  axe,
  assert,
}) => {
  const page = await newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Cadastre sua empresa' }).click();
  await page.waitForURL('**/signup');
  const submit = () => page.getByRole('button', { name: 'Cadastrar' }).click();
  // a company that an address names goes along; nobody gets into it by that (see tests/api/sign_up.rs)
  await page.goto('/signup?companyId=7');
  await see(page.getByRole('radio').first());
  await see(page.getByText('Já tem uma conta?').getByRole('link', { name: 'Entrar' }));
  await submit();
  await until(async () => (await page.getByText('Required').count()) >= 3, {
    what: 'the required fields',
  });

  const mark = unique();
  const person = { email: `dona${mark}@padaria.example`, password: 'Pao12345' };
  await page.getByLabel('Nome da empresa').fill('P');
  await page.getByLabel('E-mail').fill('dona@');
  await page.getByLabel('Senha', { exact: true }).fill('1234');
  await page.getByLabel('Telefone').pressSequentially('119888');
  await submit();
  await until(async () => (await page.getByText('Too Short!').count()) === 3, {
    what: 'three short fields',
  });
  await see(page.getByText('Invalid email'));

  await page.getByLabel('Nome da empresa').fill(`Padaria ${mark}`);
  await page.getByLabel('E-mail').fill('admin@aurora.example');
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByLabel('Telefone').fill('');
  await page.getByLabel('Telefone').pressSequentially('119888877779');
  assert.equal(await page.getByLabel('Telefone').inputValue(), '(11) 98888-7777');
  await page.getByRole('radio').first().check({ force: true });
  page.expectErrors(/status of 400 .*\/api\/companies\/cadastro/);
  await submit();
  await see(page.getByText(/error creating user, check data.*Já existe um usuário com este e-mail/));
  await axe(page, 'sign-up, refused');
  await page.getByLabel('E-mail').fill(person.email);
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/companies/cadastro'));
  // the notice goes by itself, whatever else has come by then
  await Promise.all([page.waitForURL('**/login'), see(page.getByText('Cadastro realizado com sucesso!')), submit()]);
  assert.equal((await sent).postDataJSON().companyId, 7);

  // three days are left, and the first user is the admin
  await signIn(page, person);
  await see(page.getByText('Sua assinatura vence em 3 dias.'));
  await page.goto('/users');
  await see(page.getByRole('listitem').filter({ hasText: person.email }).getByText('Admin'));

  for (const [size, theme] of [
    ['wide', 'light'],
    ['wide', 'dark'],
    ['narrow', 'light'],
    ['narrow', 'dark'],
  ]) {
    const visitor = await newPage({ size, theme });
    await visitor.goto('/signup');
    await see(visitor.getByRole('radio').first());
    await axe(visitor, `sign-up, ${size}, ${theme}`);
    assert.equal(await overflowOf(visitor), 0);
    await visitor.goto('/forgetpsw');
    await see(visitor.getByRole('button', { name: 'Enviar código' }));
    await axe(visitor, `forgotten password, ${size}, ${theme}`);
    assert.equal(await overflowOf(visitor), 0);
  }

  // nobody is told a code where nobody has the e-mail
  const visitor = await newPage();
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Esqueci minha senha' }).click();
  // the log-in page has a field of the same name
  await see(visitor.getByRole('button', { name: 'Enviar código' }));
  await visitor.getByLabel('E-mail').fill(`ninguem${mark}@padaria.example`);
  visitor.expectErrors(/status of 404 .*\/api\/forgetpassword/);
  await visitor.getByRole('button', { name: 'Enviar código' }).click();
  await see(visitor.getByText('Email não encontrado'));
});

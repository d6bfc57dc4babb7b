import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { MessagePage } from '../ui/page.tsx';
import { texts } from './texts.ts';

/** 404, titled as spec §2 has it. */
export function NotFoundPage() {
  return (
    <MessagePage
      title={texts.notFound.title}
      text={texts.notFound.text}
      icon={<IconMapOff size={32} aria-hidden />}
      actions={
        <>
          <Button component={Link} to="/">
            {texts.notFound.home}
          </Button>
          <Button component={Link} to="/register" variant="default">
            {texts.notFound.register}
          </Button>
        </>
      }
    />
  );
}

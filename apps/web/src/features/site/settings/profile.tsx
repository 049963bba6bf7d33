import { limits } from '@boathouse/contract/limits';
import type { User } from '@boathouse/contract/users';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Banner } from '../../../ui/profile/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { ImagePicker, uploadImage } from '../../people/files/index.ts';
import { useSaveBanner, useSaveDisplayName, useSavePhoto } from './api.ts';
import styles from './settings.module.css';
import { TextSetting } from './text-setting.tsx';

export function Profile({ user }: { user: User }) {
  const saveName = useSaveDisplayName(user);
  const savePhoto = useSavePhoto(user);
  const saveBanner = useSaveBanner(user);
  return (
    <>
      <TextSetting
        label="Display name"
        name="displayName"
        autoComplete="name"
        maxLength={limits.displayNameMax}
        value={user.displayName}
        onSave={async (displayName) => {
          await saveName.mutateAsync(displayName);
          return 'Changes saved';
        }}
      />
      <Picture
        label="Photo"
        imageURL={user.iconURL}
        empty={<Avatar name={user.displayName} imageURL={null} size={96} />}
        shape="icon"
        folder="usericons"
        userId={user._id}
        isSaving={savePhoto.isPending}
        save={(path) => savePhoto.mutateAsync(path)}
      />
      <Picture
        label="Banner"
        imageURL={user.bannerURL}
        empty={<Banner imageURL={null} />}
        shape="banner"
        folder="userbanners"
        userId={user._id}
        isSaving={saveBanner.isPending}
        save={(path) => saveBanner.mutateAsync(path)}
      />
    </>
  );
}

type PictureProps = {
  label: string;
  imageURL: string | null;
  empty: ReactNode;
  shape: 'icon' | 'banner';
  folder: 'usericons' | 'userbanners';
  userId: string;
  isSaving: boolean;
  save: (path: string | null) => Promise<unknown>;
};

function Picture({ label, imageURL, empty, shape, folder, userId, isSaving, save }: PictureProps) {
  const action = `save ${folder}`;
  async function change(path: string | null) {
    try {
      await save(path);
      showToast('Changes saved', action);
    } catch (error) {
      showErrorToast(messageOf(error), { action });
    }
  }
  return (
    <div>
      <ImagePicker
        label={label}
        imageURL={imageURL}
        empty={empty}
        shape={shape}
        upload={(file, hooks) => uploadImage(file, { folder, key: userId, ...hooks })}
        onUploaded={change}
      />
      {imageURL !== null && (
        <div className={styles.remove}>
          <Button look="quiet" isBusy={isSaving} onClick={() => void change(null)}>
            Remove {label.toLowerCase()}
          </Button>
        </div>
      )}
    </div>
  );
}
